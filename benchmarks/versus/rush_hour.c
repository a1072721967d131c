/* Solves positions of Rush Hour by breadth-first search: a car's place takes 3 bits of a word, cells are bits of another.

   Usage: rush_hour FILE. A line of the file is a number of moves and 36 cells, row by row: o empty, x a wall, letters cars, A the
   red one, which must reach the right end of its row; lines that begin with # are skipped. Prints the sum of shortest plans. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long word;
enum { SIDE = 6, CELLS = 36, MOST = 18, SLOTS = 1 << 20 };

static word body[MOST][8], queue[SLOTS], table[SLOTS];
static int used[SLOTS], places[MOST], cars, red_end;

static void read_cars(const char *board, word *walls, word *start) {
    cars = 0, *walls = *start = 0;
    for (int cell = 0; cell < CELLS; cell++) *walls |= (word)(board[cell] == 'x') << cell;
    for (char name = 'A'; name <= 'Z'; name++) {
        int cells[CELLS], length = 0;
        for (int cell = 0; cell < CELLS; cell++)
            if (board[cell] == name) cells[length++] = cell;
        if (!length) continue;
        int step = cells[1] - cells[0], line = step == 1 ? cells[0] / SIDE * SIDE : cells[0] % SIDE;
        places[cars] = SIDE - length + 1;
        for (int at = 0; at < places[cars]; at++) {
            body[cars][at] = 0;
            for (int cell = 0; cell < length; cell++) body[cars][at] |= 1ULL << (line + (at + cell) * step);
        }
        *start |= (word)((cells[0] - line) / step) << 3 * cars;
        if (name == 'A') red_end = places[cars] - 1;
        cars++;
    }
}

static int enter(word key, int *count, int *marks) {
    unsigned slot = (unsigned)((key * 0x9E3779B97F4A7C15ULL) >> 44);
    while (used[slot]) {
        if (table[slot] == key) return 0;
        slot = (slot + 1) & (SLOTS - 1);
    }
    used[slot] = 1, table[slot] = key, marks[*count] = slot, queue[(*count)++] = key;
    return 1;
}

static int solve(const char *board) {
    static int marks[SLOTS];
    word walls, start;
    read_cars(board, &walls, &start);
    int count = 0, depth = 0, answer = -1;
    enter(start, &count, marks);
    for (int head = 0, end = count; answer < 0 && head < count; depth++, end = count)
        for (; answer < 0 && head < end; head++) {
            word key = queue[head], occupied = walls;
            for (int car = 0; car < cars; car++) occupied |= body[car][key >> 3 * car & 7];
            if ((int)(key & 7) == red_end) answer = depth;
            for (int car = 0; car < cars; car++) {
                int at = key >> 3 * car & 7;
                word others = occupied & ~body[car][at], one = 1ULL << 3 * car, next = key;
                for (int to = at - 1; to >= 0 && !(body[car][to] & others); to--) enter(next -= one, &count, marks);
                next = key;
                for (int to = at + 1; to < places[car] && !(body[car][to] & others); to++) enter(next += one, &count, marks);
            }
        }
    for (int mark = 0; mark < count; mark++) used[marks[mark]] = 0;
    return answer;
}

int main(int words, char **word_of) {
    FILE *file = words == 2 ? fopen(word_of[1], "r") : NULL;
    char line[256], board[64];
    int moves, sum = 0;
    if (!file) return 2;
    while (fgets(line, sizeof line, file))
        if (*line != '#' && sscanf(line, "%d %63s", &moves, board) == 2) sum += solve(board);
    printf("%d\n", sum);
    return 0;
}
