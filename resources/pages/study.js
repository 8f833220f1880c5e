"use strict";
// Walks through the games on this page.  Positions are pictures that the page brings along: node by
// node, how the picture differs from its parent's.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const words = JSON.parse(document.getElementById("words").textContent);
  const said = document.getElementById("said");

  // Each row is the parent's, with what is between its first and its last numbers replaced.
  const unfold = (nodes, column) => {
    const rows = [];
    for (const node of nodes) {
      const before = node[0] < 0 ? [] : rows[node[0]];
      const [front, end, ...between] = node[column];
      rows.push([...before.slice(0, front), ...between, ...before.slice(before.length - end)]);
    }
    return rows;
  };

  class Chapter {
    constructor(section) {
      this.section = section;
      this.svg = section.querySelector(".board > svg");
      this.question = section.querySelector(".question");
      this.text = section.querySelector(".text");
      this.current = 0;
      section.addEventListener("click", (event) => this.click(event));
    }

    // Only when the chapter is first shown: a study may have many.
    load() {
      const data = JSON.parse(this.section.querySelector(".positions").textContent);
      this.nodes = data.nodes;
      this.elements = data.elements;
      this.rows = data.rows;
      this.pictures = unfold(data.nodes, 2);
      this.texts = unfold(data.nodes, 3);
      this.children = data.nodes.map(() => []);
      this.last = data.nodes.map((_, index) => index); // the last node of what follows each
      for (let index = data.nodes.length - 1; index > 0; index--) {
        const parent = data.nodes[index][0];
        this.children[parent].unshift(index);
        this.last[parent] = Math.max(this.last[parent], this.last[index]);
      }
      this.asked = new Map(Object.entries(data.questions).map(([at, cells]) => [+at, cells]));
      this.parts = [...this.text.querySelectorAll("[data-node]")];
      this.buttons = new Map();
      for (const part of this.parts) {
        if (part.localName === "button") this.buttons.set(+part.dataset.node, part);
      }
      this.followed = this.children.map((below) => below[0]); // the child to go on with
      this.hideAnswers();
      this.buttons.forEach((button) => (button.tabIndex = -1));
      this.go(0, false);
    }

    // What follows a question that is not solved is hidden.
    hideAnswers() {
      const hidden = new Set();
      for (const at of this.asked.keys()) {
        for (let index = this.children[at][0]; index <= this.last[at]; index++) hidden.add(index);
      }
      for (const part of this.parts) part.hidden = hidden.has(+part.dataset.node);
      this.hidden = hidden;
    }

    go(index, tells = true) {
      const parent = this.nodes[index][0];
      if (parent >= 0) this.followed[parent] = index;
      const before = this.entry;
      const after = this.buttons.get(index) ?? this.buttons.get(1);
      if (before) {
        before.removeAttribute("aria-current");
        before.tabIndex = -1;
      }
      this.entry = after; // the one move that Tab goes to
      const moved = this.text.contains(document.activeElement);
      this.current = index;
      this.found = 0;
      if (after) {
        after.tabIndex = 0;
        if (index) after.setAttribute("aria-current", "true");
        if (moved) after.focus({ preventScroll: true });
      }
      this.show(tells);
      if (after && tells) {
        this.makeRoom();
        (index ? after : this.section).scrollIntoView({ block: "nearest" });
      }
    }

    // Below the board, where that stays at the top of a narrow window.
    makeRoom() {
      const board = this.svg.parentElement;
      const above = board.offsetWidth > this.section.offsetWidth / 1.5 ? board.offsetHeight : 0;
      document.documentElement.style.scrollPaddingTop = `${above + 8}px`;
    }

    show(tells) {
      const index = this.current;
      const [, sentence] = this.nodes[index];
      const rows = this.texts[index].map((row) => this.rows[row]);
      const blank = rows.lastIndexOf("");
      const asks = this.asked.has(index);
      this.draw();
      this.svg.setAttribute("aria-label", [sentence, ...rows.slice(blank + 1)].join(" "));
      this.svg.classList.toggle("asks", asks);
      this.section.querySelector(".said").textContent = sentence;
      this.section.querySelector("pre").textContent = rows.join("\n");
      this.question.hidden = !asks;
      this.ask(words.find);
      const enable = (step, is) => {
        const button = this.section.querySelector(`[data-step=${step}]`);
        // One that has the focus keeps it, and does nothing.
        button.setAttribute("aria-disabled", String(!is));
      };
      const begun = index > 0;
      const goesOn = this.next() !== undefined;
      enable("start", begun);
      enable("back", begun);
      enable("forward", goesOn);
      enable("end", goesOn);
      if (!tells) return;
      const comments = this.text.querySelectorAll(`.comment[data-node="${index}"]`);
      const parts = [sentence, ...[...comments].map((comment) => comment.textContent)];
      if (asks) parts.push(words.find);
      said.textContent = parts.join(" ");
    }

    draw() {
      const parts = this.pictures[this.current].map((number) => {
        const part = this.elements[number];
        return typeof part === "string" ? part : part[+dark.matches];
      });
      this.svg.innerHTML = parts.join("");
    }

    next() {
      const index = this.followed[this.current];
      return this.hidden.has(index) ? undefined : index;
    }

    step(name) {
      const parent = this.nodes[this.current][0];
      if (name === "show") return this.solve(false);
      if (name === "start") return this.go(0);
      if (name === "back") return parent >= 0 && this.go(parent);
      const next = this.next();
      if (next === undefined) {
        if (this.asked.has(this.current)) this.tell(words.find);
        return false;
      }
      if (name === "forward") return this.go(next);
      let end = next;
      while (this.followed[end] !== undefined && !this.hidden.has(this.followed[end])) {
        end = this.followed[end];
      }
      return this.go(end);
    }

    // Goes to the move before or after this one among those played here; says whether there is one.
    change(by) {
      const parent = this.nodes[this.current][0];
      if (parent < 0) return false;
      const all = this.children[parent];
      const other = all[all.indexOf(this.current) + by];
      if (other === undefined) return false;
      this.go(other);
      return true;
    }

    // -- questions

    ask(sentence) {
      this.question.querySelector("p").textContent = sentence;
    }

    tell(sentence) {
      this.ask(sentence);
      said.textContent = "";
      said.textContent = sentence;
    }

    tryCell(event) {
      const cells = this.asked.get(this.current);
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        this.svg.getScreenCTM().inverse(),
      );
      const cell = cells[this.found];
      if (cell === undefined) return;
      const [x, y, width, height] = cell;
      const hit = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
      if (!hit) {
        this.found = 0;
        this.draw();
        this.tell(words.wrong);
      } else if (++this.found === cells.length) {
        this.solve(true);
      } else {
        const ring = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        const place = { x, y, width, height, rx: 6, class: "found" };
        for (const [name, value] of Object.entries(place)) ring.setAttribute(name, value);
        this.svg.append(ring);
        this.tell(words.more);
      }
    }

    solve(byReader) {
      const at = this.current;
      const focused = this.question.contains(document.activeElement);
      this.asked.delete(at);
      this.hideAnswers();
      this.go(this.children[at][0]);
      if (byReader) said.textContent = `${words.right} ${said.textContent}`;
      if (focused) this.section.querySelector("[data-step=forward]").focus({ preventScroll: true });
    }

    click(event) {
      const button = event.target.closest("button");
      if (button?.dataset.step) this.step(button.dataset.step);
      else if (button?.dataset.node) this.go(+button.dataset.node);
      else if (this.asked.has(this.current) && this.svg.contains(event.target)) {
        this.tryCell(event);
      }
    }
  }

  const chapters = [...document.querySelectorAll(".chapter")].map((one) => new Chapter(one));
  let shown;

  const showChapter = () => {
    const wanted = chapters.find((one) => `#${one.section.id}` === location.hash);
    const chapter = wanted ?? chapters[0];
    if (chapter === shown) return;
    for (const one of chapters) one.section.hidden = one !== chapter;
    for (const link of document.querySelectorAll("nav a")) {
      const leads = link.hash === `#${chapter.section.id}`;
      if (leads) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    shown = chapter;
    if (chapter.nodes) chapter.show(false);
    else chapter.load();
    if (wanted) scrollTo(0, 0);
  };

  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end" };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key in KEYS) shown.step(KEYS[event.key]);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      // Where there is no variation, the page scrolls.
      if (!shown.change(event.key === "ArrowDown" ? 1 : -1)) return;
    } else return;
    event.preventDefault();
  });
  addEventListener("hashchange", showChapter);
  dark.addEventListener("change", () => shown.draw());
  showChapter();
})();
