/* Counts the packings of a board by the twelve pentominoes, turned in space, or by the nineteen one-sided hexiamonds, each once. Plain
   enumeration: the pieces are grown cell by cell, and the first free cell is covered in every way. It shares no code with exactcover.
   cc -O3 -o packings packings.c; ./packings cubic BOARD; ./packings triangle BOARD, where BOARD is a picture as exactcover reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 Mask;
typedef struct { int x[3]; } Point;
typedef struct { Point at[6]; } Shape;

static int triangles, size, groups, cells, pieces, matrices[24][3][3];
static Point board[128];
static Shape piece[64];
static struct { Mask mask; int piece; } *placed[128];
static int many[128];
static unsigned long long nodes;

static int compared(const void *one, const void *other) {
    const Point *a = one, *b = other;
    for (int k = 0; k < 3; k++)
        if (a->x[k] != b->x[k]) return a->x[k] < b->x[k] ? -1 : 1;
    return 0;
}

static void add_matrix(const int m[3][3]) { memcpy(matrices[groups++], m, sizeof matrices[0]); }

/* Rotations by 60 degrees about a vertex, where cells have coordinates of 1 or 2 modulo 3; or the 24 rotations of the cube. */
static void make_matrices(void) {
    if (triangles) {
        int m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int turn = 0; turn < 6; turn++) {
            add_matrix(m);
            for (int k = 0; k < 3; k++) {
                int x = m[0][k], y = m[1][k];
                m[0][k] = -y;
                m[1][k] = x + y;
            }
        }
        return;
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (int signs = 0; signs < 8 && a != b; signs++) {
                int c = 3 - a - b, even = (b - a + 3) % 3 == 1, m[3][3] = {{0}};
                m[0][a] = signs & 1 ? -1 : 1;
                m[1][b] = signs & 2 ? -1 : 1;
                m[2][c] = signs & 4 ? -1 : 1;
                if (m[0][a] * m[1][b] * m[2][c] == (even ? 1 : -1)) add_matrix(m);
            }
}

static Shape turned(const Shape *shape, int n, int number) {
    Shape image = {0};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++) image.at[i].x[k] += matrices[number][k][j] * shape->at[i].x[j];
    qsort(image.at, n, sizeof(Point), compared);
    int step = triangles ? 3 : 1;
    Point first = image.at[0];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) image.at[i].x[k] -= (first.x[k] - (triangles && k < 2 ? (first.x[k] % 3 + 3) % 3 : 0)) / step * step;
    return image;
}

/* Parses the picture: layers separated by "//", rows by "/". On triangles a cell of the picture lies on a hexagonal lattice. */
static void read_board(const char *text) {
    int layer = 0, row = 0, column = 0;
    for (; *text; text++)
        if (*text == '/') {
            column = 0;
            if (text[1] == '/') {
                row = 0;
                layer++;
                text++;
            } else
                row++;
        } else {
            if (*text == '.') {
                if (cells == 128) exit(2);
                board[cells++] = triangles ? (Point){{column - row, column + 2 * row, 0}} : (Point){{layer, row, column}};
            }
            column++;
        }
    qsort(board, cells, sizeof(Point), compared);
}

static int index_of(Point at) {
    Point *hit = bsearch(&at, board, cells, sizeof(Point), compared);
    return hit ? (int)(hit - board) : -1;
}

/* Adds a shape to the pieces of its size unless it is there in some orientation. */
static void keep(Shape *all, int *number, const Shape *shape, int n) {
    for (int k = 0; k < groups; k++) {
        Shape image = turned(shape, n, k);
        for (int i = 0; i < *number; i++)
            if (!memcmp(image.at, all[i].at, n * sizeof(Point))) return;
    }
    all[(*number)++] = turned(shape, n, 0);
}

static void grow_pieces(void) {
    static const int square[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, edge[3][2] = {{1, 1}, {-2, 1}, {1, -2}};
    Shape before[64], start = {{{{triangles, triangles, 0}}}};
    int number = 0;
    keep(before, &number, &start, 1);
    for (int n = 1; n < size; n++) {
        int grown = 0;
        for (int i = 0; i < number; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < (triangles ? 3 : 4); k++) {
                    Shape shape = before[i];
                    Point at = shape.at[j];
                    int sign = triangles && (at.x[0] % 3 + 3) % 3 == 2 ? -1 : 1, taken = 0;
                    const int *step = triangles ? edge[k] : square[k];
                    at.x[0] += sign * step[0];
                    at.x[1] += sign * step[1];
                    for (int other = 0; other < n; other++) taken |= !memcmp(&at, &shape.at[other], sizeof at);
                    shape.at[n] = at;
                    if (!taken) keep(piece, &grown, &shape, n + 1);
                }
        memcpy(before, piece, sizeof piece);
        number = grown;
    }
    pieces = number;
}

/* Lists the placements of each piece by their first cell. */
static void place_pieces(void) {
    for (int p = 0; p < pieces; p++) {
        Shape images[24];
        int different = 0;
        for (int k = 0; k < groups; k++) {
            Shape image = turned(&piece[p], size, k);
            int seen = 0;
            for (int i = 0; i < different; i++) seen |= !memcmp(&image, &images[i], sizeof image);
            if (!seen) images[different++] = image;
        }
        for (int i = 0; i < different; i++)
            for (int at = 0; at < cells; at++) {
                Mask mask = 0;
                int first = cells;
                for (int k = 0; k < size && first >= 0; k++) {
                    Point here;
                    for (int d = 0; d < 3; d++) here.x[d] = images[i].at[k].x[d] - images[i].at[0].x[d] + board[at].x[d];
                    int cell = index_of(here);
                    if (triangles && (board[at].x[0] - images[i].at[0].x[0]) % 3) cell = -1;
                    first = cell < 0 ? -1 : cell < first ? cell : first;
                    if (cell >= 0) mask |= (Mask)1 << cell;
                }
                if (first < 0) continue;
                placed[first] = realloc(placed[first], (many[first] + 1) * sizeof *placed[first]);
                placed[first][many[first]].mask = mask;
                placed[first][many[first]++].piece = p;
            }
    }
}

static unsigned long long fill(Mask covered, unsigned used) {
    unsigned long long low = ~(unsigned long long)covered, high = ~(unsigned long long)(covered >> 64);
    int first = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high);
    unsigned long long total = 0;
    if (first == cells) return 1;
    nodes++;
    for (int i = 0; i < many[first]; i++)
        if (!(placed[first][i].mask & covered) && !(used >> placed[first][i].piece & 1))
            total += fill(covered | placed[first][i].mask, used | 1u << placed[first][i].piece);
    return total;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    triangles = !strcmp(argv[1], "triangle");
    size = triangles ? 6 : 5;
    make_matrices();
    read_board(argv[2]);
    grow_pieces();
    place_pieces();
    if (cells != pieces * size || cells == 128) return 2;
    printf("%d pieces on %d cells: ", pieces, cells);
    fflush(stdout);
    unsigned long long total = fill(0, 0);
    printf("%llu packings, %llu nodes\n", total, nodes);
    return 0;
}
