/* Counts n queens, or Langford pairs of n, with words of bits: the shortest programs that people write for them.

   Usage: bitmask queens N, bitmask langford N. Prints the number of solutions; mirror images count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long word;

static word queens(word every, word files, word rising, word falling) {
    if (files == every) return 1;
    word count = 0;
    for (word open = every & ~(files | rising | falling); open; open &= open - 1) {
        word square = open & -open;
        count += queens(every, files | square, (rising | square) << 1, (falling | square) >> 1);
    }
    return count;
}

static word langford(int number, word taken, int slots) {
    if (!number) return 1;
    word count = 0, pair = 1ULL | 1ULL << (number + 1);
    for (int at = 0; at + number + 1 < slots; at++, pair <<= 1)
        if (!(taken & pair)) count += langford(number - 1, taken | pair, slots);
    return count;
}

int main(int words, char **word_of) {
    if (words != 3) return 2;
    int n = atoi(word_of[2]);
    int of_queens = !strcmp(word_of[1], "queens");
    printf("%llu\n", of_queens ? queens((1ULL << n) - 1, 0, 0, 0) : langford(n, 0, 2 * n));
    return 0;
}
