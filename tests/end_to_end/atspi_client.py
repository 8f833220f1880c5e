"""A screen reader without a voice: it reads a program through AT-SPI, as Orca does.

It runs under the system's own Python, which has the bindings of `libatspi`, and knows nothing of
Kalahloa.  Each line on standard input is a request in JSON; answers, and events as they come, are
lines of JSON on standard output.  The first request says which process is read: the program may be
started only when the client says that it is listening, as Qt can miss what is registered later.
"""

import json
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  (the version comes first)

EVENTS = (
    "object:announcement",
    "object:state-changed:focused",
    "object:state-changed:showing",
    "object:property-change:accessible-name",
    "object:property-change:accessible-description",
)
MAX_CHILDREN = 400
STATES = {
    Atspi.StateType.FOCUSABLE: "focusable",
    Atspi.StateType.FOCUSED: "focused",
    Atspi.StateType.SHOWING: "showing",
    Atspi.StateType.VISIBLE: "visible",
    Atspi.StateType.ENABLED: "enabled",
    Atspi.StateType.CHECKED: "checked",
    Atspi.StateType.SELECTED: "selected",
    Atspi.StateType.ACTIVE: "active",
    Atspi.StateType.MODAL: "modal",
    Atspi.StateType.EDITABLE: "editable",
}


def tell(**facts: Any) -> None:
    """Write *facts* as one line."""
    print(json.dumps(facts), flush=True)


def program(process: int) -> Any:
    """Return the program's root, or None while it has not registered."""
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for place in range(desktop.get_child_count()):
        root = desktop.get_child_at_index(place)
        if root is not None and root.get_process_id() == process:
            return root
    return None


def label_of(node: Any) -> str:
    """Return the name of what labels *node*, empty if nothing does."""
    for relation in node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return str(relation.get_target(0).get_name())
    return ""


def facts_of(node: Any) -> dict[str, Any]:
    """Return what is known of *node* without its children."""
    states = node.get_state_set()
    facts = {
        "label": label_of(node),
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "states": [name for state, name in STATES.items() if states.contains(state)],
        "actions": [],
        "text": "",
    }
    interfaces = node.get_interfaces()
    if "Action" in interfaces:
        action = node.get_action_iface()
        facts["actions"] = [action.get_action_name(at) for at in range(action.get_n_actions())]
    if "Text" in interfaces:
        text = node.get_text_iface()
        facts["text"] = Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))
    return facts


def tree_of(node: Any, depth: int) -> dict[str, Any]:
    """Return what is known of *node* and of all nodes at most *depth* below it.

    The lists of combo boxes are left out unless they are open.
    """
    node.clear_cache()
    facts = facts_of(node)
    children = []
    if depth and (facts["role"] != "list" or "showing" in facts["states"]):
        for place in range(min(node.get_child_count(), MAX_CHILDREN)):
            child = node.get_child_at_index(place)
            if child is not None:
                children.append(tree_of(child, depth - 1))
    return facts | {"children": children}


def node_at(root: Any, path: list[int]) -> Any:
    """Return the node that is reached from *root* by the numbers of children in *path*."""
    for place in path:
        root = root.get_child_at_index(place)
    return root


def answer(request: dict[str, Any], process: int) -> Any:
    """Return the answer to *request*, or None where the program is not there."""
    root = program(process)
    if root is None:
        return None
    if request["ask"] == "tree":
        return tree_of(node_at(root, request["path"]), request["depth"])
    action = node_at(root, request["path"]).get_action_iface()
    names = [action.get_action_name(at) for at in range(action.get_n_actions())]
    return action.do_action(names.index(request["action"]))


def main() -> None:
    """Listen to the program until standard input ends."""
    process = -1
    loop = GLib.MainLoop()

    def on_event(event: Any) -> None:
        try:
            source = event.source
            if source.get_process_id() != process:
                return
            told = event.any_data if isinstance(event.any_data, str) else ""
            tell(
                event=event.type,
                on=event.detail1,
                text=told,
                name=source.get_name(),
                role=source.get_role_name(),
                label=label_of(source),
            )
        except GLib.Error:  # what sent it is gone
            return

    def on_line(channel: Any, _condition: Any) -> bool:
        nonlocal process
        line = channel.readline()
        if not line:
            loop.quit()
            return False
        request = json.loads(line)
        if request["ask"] == "read":
            process = request["process"]
            tell(answer=process)
            return True
        try:
            tell(answer=answer(request, process))
        except (GLib.Error, AttributeError) as error:  # something went while it was asked
            tell(answer=None, problem=str(error))
        return True

    listener = Atspi.EventListener.new(on_event)
    for event in EVENTS:
        listener.register(event)
    GLib.io_add_watch(
        GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, on_line
    )
    tell(answer="listening")
    loop.run()


if __name__ == "__main__":
    main()
