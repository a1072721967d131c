/* Counts the tilings of an n x n square by oblongs, no two of which have the same height and width: OEIS A360725, and A360498 if
   an oblong and its transpose count as the same. Plain enumeration, first free cell first; the oblong in the corner is not higher
   than wide, as transposing a tiling makes another.
   cc -O3 -o oblongs oblongs.c; ./oblongs 8 fixed; ./oblongs 9 free */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, fixed;
static unsigned char height[16], used[16][16];
static unsigned long long nodes;

static unsigned long long fill(int row, int column) {
    while (row < n && height[column] > row)
        if (++column == n) {
            column = 0;
            row++;
        }
    if (row == n) return 1;
    unsigned long long total = 0;
    nodes++;
    for (int w = 1; column + w <= n && height[column + w - 1] <= row; w++)
        for (int h = 1; row + h <= n; h++) {
            unsigned char *mark = fixed || h < w ? &used[h][w] : &used[w][h];
            if (h == w || *mark || (row + column == 0 && w < h)) continue;
            *mark = 1;
            memset(height + column, row + h, w);
            total += fill(row, column + w - 1);
            *mark = 0;
            memset(height + column, row, w);
        }
    return total;
}

int main(int argc, char **argv) {
    if (argc != 3 || (n = atoi(argv[1])) < 1 || n > 15) return 2;
    fixed = !strcmp(argv[2], "fixed");
    unsigned long long total = fill(0, 0);
    printf("%llu tilings, %llu nodes, %.1f s\n", n == 1 ? 0 : 2 * total, nodes, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
