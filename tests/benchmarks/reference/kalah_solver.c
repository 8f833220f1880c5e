/* A plain exact solver of Kalah, to compare the package's exact search with.
 *
 *     kalah_solver PITS opposite|empty mover-empty|standard MEBIBYTES [TABLEBASE]
 *
 * Each line of the standard input is a position: the pits of the side to move in sowing order, its
 * kalah, and the same of the other side.  Each line of the standard output is the final margin of
 * the side to move with best play, the number of nodes and the seconds of the processor.
 *
 * The search is what textbooks have: MTD(f) over alpha-beta with a transposition table of one entry
 * a place, always replaced; extra turns first, then captures, then the pits nearest to the kalah.
 * It shares the rules and the file of the tablebase with the package, and no code.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PITS = 12, SUMS = 128, HEADER = 64, BLOCK = 1 << 20, PAGE = 4096 };

typedef struct {
    uint8_t own[MOST_PITS], other[MOST_PITS];
    int in_own, in_other;
} Board;

typedef struct {
    uint64_t key;
    int16_t low, high;
    int8_t move;
} Entry;

static int pits, empty_capture, ends_for_either;
static int known = -1; /* the stones of the tablebase */
static signed char *margins;
static int64_t weights[MOST_PITS][SUMS], counts[SUMS], *bases;
static Entry *table;
static uint64_t places, nodes;

static int64_t choose(int n, int k)
{
    int64_t found = 1;
    for (int i = 1; i <= k; i++)
        found = found * (n - k + i) / i;
    return found;
}

static int64_t rank_of(const uint8_t *cells)
{
    int64_t rank = 0;
    for (int pit = 0, sum = 0; pit < pits - 1; pit++)
        rank += weights[pit][sum += cells[pit]];
    return rank;
}

static int known_margin(const Board *board)
{
    return margins[bases[board->in_own * (known + 1) + board->in_other]
                   + rank_of(board->own) * counts[board->in_other] + rank_of(board->other)];
}

/* Sow from the pit; returns the stones that come into the own kalah, and whether it is the same
 * side's turn again.  The board is then that of the side to move. */
static int sow(const Board *before, int from, Board *after, int *again)
{
    Board board = *before;
    int stones = board.own[from], gain = 0, cell = from;
    board.own[from] = 0;
    while (stones--) {
        cell = cell == 2 * pits ? 0 : cell + 1; /* the other side's kalah is passed over */
        if (cell < pits)
            board.own[cell]++;
        else if (cell == pits)
            gain++;
        else
            board.other[cell - pits - 1]++;
    }
    if (cell < pits && board.own[cell] == 1) {
        int facing = pits - 1 - cell;
        if (board.other[facing] || empty_capture) {
            gain += 1 + board.other[facing];
            board.own[cell] = board.other[facing] = 0;
        }
    }
    board.in_own = board.in_other = 0;
    for (int pit = 0; pit < pits; pit++) {
        board.in_own += board.own[pit];
        board.in_other += board.other[pit];
    }
    *again = cell == pits;
    if (*again) {
        *after = board;
    } else {
        memcpy(after->own, board.other, sizeof board.own);
        memcpy(after->other, board.own, sizeof board.own);
        after->in_own = board.in_other;
        after->in_other = board.in_own;
    }
    return gain;
}

/* The key of the pits, or 0 where they do not fit into one. */
static uint64_t key_of(const Board *board)
{
    uint64_t key = 1;
    if (pits > 6)
        return 0;
    for (int pit = 0; pit < pits; pit++) {
        if (board->own[pit] > 31 || board->other[pit] > 31)
            return 0;
        key = (key << 10) | (uint64_t)board->own[pit] << 5 | board->other[pit];
    }
    return key;
}

/* What the side to move gets of the stones in the pits, minus what the other side gets; a bound
 * of it where that is not between alpha and beta. */
static int search(const Board *board, int alpha, int beta)
{
    nodes++;
    int total = board->in_own + board->in_other;
    if (!board->in_own || (ends_for_either && !board->in_other))
        return board->in_own - board->in_other;
    if (total <= known)
        return known_margin(board);
    int best = -total, best_move = -1, low = alpha;
    uint64_t key = key_of(board);
    Entry *entry = &table[(key * 0x9E3779B97F4A7C15u >> 20) % places];
    int first = -1;
    if (key && entry->key == key) {
        if (entry->low >= beta || entry->low == entry->high)
            return entry->low;
        if (entry->high <= alpha)
            return entry->high;
        first = entry->move;
    }
    int moves[MOST_PITS], worth[MOST_PITS], gains[MOST_PITS], turns[MOST_PITS], count = 0;
    Board after[MOST_PITS];
    for (int pit = pits - 1; pit >= 0; pit--) {
        if (!board->own[pit])
            continue;
        gains[pit] = sow(board, pit, &after[pit], &turns[pit]);
        worth[pit] = pit == first ? 1000 : turns[pit] ? 500 : gains[pit] > 1 ? 10 * gains[pit] : 0;
        int place = count++;
        for (; place && worth[moves[place - 1]] < worth[pit]; place--)
            moves[place] = moves[place - 1];
        moves[place] = pit;
    }
    for (int number = 0; number < count && best < beta; number++) {
        int pit = moves[number], gain = gains[pit], value;
        if (turns[pit])
            value = gain + search(&after[pit], low - gain, beta - gain);
        else
            value = gain - search(&after[pit], gain - beta, gain - low);
        if (value > best) {
            best = value;
            best_move = pit;
        }
        if (best > low)
            low = best;
    }
    if (key) {
        if (entry->key != key)
            *entry = (Entry){key, (int16_t)-total, (int16_t)total, -1};
        if (best > alpha)
            entry->low = (int16_t)best;
        if (best < beta)
            entry->high = (int16_t)best;
        entry->move = (int8_t)best_move;
    }
    return best;
}

static int solve(const Board *board)
{
    int total = board->in_own + board->in_other, low = -total, high = total, guess = 0;
    while (low < high) {
        int beta = guess == low ? guess + 1 : guess;
        guess = search(board, beta - 1, beta);
        if (guess < beta)
            high = guess;
        else
            low = guess;
    }
    return low;
}

static void read_tablebase(const char *path)
{
    unsigned char head[HEADER];
    FILE *file = fopen(path, "rb");
    if (!file || fread(head, 1, HEADER, file) != HEADER) {
        fprintf(stderr, "%s cannot be read.\n", path);
        exit(2);
    }
    known = head[12] | head[13] << 8;
    int64_t size = choose(known + 2 * pits, 2 * pits);
    int64_t used = HEADER + (size + BLOCK - 1) / BLOCK * 4;
    used += (PAGE - used % PAGE) % PAGE;
    margins = malloc((size_t)size);
    if (!margins || fseek(file, used, SEEK_SET)
        || fread(margins, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "%s has too few margins.\n", path);
        exit(2);
    }
    fclose(file);
    bases = calloc((size_t)((known + 1) * (known + 1)), sizeof *bases);
    int64_t base = 0;
    for (int sum = 0; sum <= known; sum++) {
        counts[sum] = choose(sum + pits - 1, pits - 1);
        for (int pit = 0; pit < pits - 1; pit++)
            weights[pit][sum] = choose(sum + pit, pit + 1);
    }
    for (int sum = 0; sum <= known; sum++)
        for (int own = 0; own <= sum; own++) {
            bases[own * (known + 1) + sum - own] = base;
            base += counts[own] * counts[sum - own];
        }
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "kalah_solver PITS CAPTURE END MEBIBYTES [TABLEBASE]\n");
        return 2;
    }
    pits = atoi(argv[1]);
    empty_capture = !strcmp(argv[2], "empty");
    ends_for_either = !strcmp(argv[3], "standard");
    places = ((uint64_t)atoi(argv[4]) << 20) / sizeof *table;
    table = malloc(places * sizeof *table);
    if (pits < 1 || pits > MOST_PITS || !places || !table)
        return 2;
    if (argc > 5)
        read_tablebase(argv[5]);
    for (;;) {
        Board board = {0};
        int kalahs[2], stones;
        for (int side = 0; side < 2; side++) {
            for (int pit = 0; pit < pits; pit++) {
                if (scanf("%d", &stones) != 1)
                    return 0;
                (side ? board.other : board.own)[pit] = (uint8_t)stones;
                *(side ? &board.in_other : &board.in_own) += stones;
            }
            if (scanf("%d", &kalahs[side]) != 1)
                return 0;
        }
        memset(table, 0, places * sizeof *table);
        nodes = 0;
        clock_t began = clock();
        int margin = solve(&board) + kalahs[0] - kalahs[1];
        printf("%d %llu %.6f\n", margin, (unsigned long long)nodes,
               (double)(clock() - began) / CLOCKS_PER_SEC);
        fflush(stdout);
    }
}
