/* Times CHOLMOD's numeric factorisation of Matrix Market files, and a solve: METIS order, supernodal, one analysis and then
 * the fastest of N refactorisations and solves. Prints one JSON line a file. Built and run by compare_cholmod.sh. */
#include <cholmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
}

static int time_file(const char *path, int repeats, cholmod_common *common)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return 1;
    }
    cholmod_sparse *matrix = cholmod_read_sparse(file, common);
    fclose(file);
    if (!matrix) {
        fprintf(stderr, "%s: not a Matrix Market file\n", path);
        return 1;
    }
    double start = milliseconds(CLOCK_MONOTONIC);
    cholmod_factor *factor = cholmod_analyze(matrix, common);
    double analyze = milliseconds(CLOCK_MONOTONIC) - start;
    double best_cpu = 1e300, best_wall = 1e300, best_solve = 1e300;
    cholmod_dense *load = cholmod_ones(matrix->nrow, 1, CHOLMOD_REAL, common);
    for (int k = 0; k < repeats; k++) {
        double wall = milliseconds(CLOCK_MONOTONIC), cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
        cholmod_factorize(matrix, factor, common);
        cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        wall = milliseconds(CLOCK_MONOTONIC) - wall;
        if (cpu < best_cpu) best_cpu = cpu;
        if (wall < best_wall) best_wall = wall;
        double solve = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
        cholmod_dense *answer = cholmod_solve(CHOLMOD_A, factor, load, common);
        solve = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - solve;
        if (solve < best_solve) best_solve = solve;
        cholmod_free_dense(&answer, common);
    }
    cholmod_free_dense(&load, common);
    int failed = common->status != CHOLMOD_OK;
    printf("{\"file\":\"%s\",\"solver\":\"CHOLMOD\",\"unknowns\":%zu,\"supernodal\":%s,\"order\":\"%s\","
           "\"analyze_ms\":%.3f,\"refactor_cpu_ms\":%.3f,\"refactor_wall_ms\":%.3f,\"solve_cpu_ms\":%.3f,"
           "\"gflop\":%.4f,\"factor_entries\":%.0f}\n",
           path, matrix->nrow, factor->is_super ? "true" : "false",
           factor->ordering == CHOLMOD_METIS ? "METIS" : "other", analyze, best_cpu, best_wall, best_solve,
           1e-9 * common->fl, common->lnz);
    cholmod_free_factor(&factor, common);
    cholmod_free_sparse(&matrix, common);
    return failed;
}

int main(int count, char **arguments)
{
    cholmod_common common;
    int repeats = count > 1 ? atoi(arguments[1]) : 0, failed = 0;
    if (repeats < 1 || count < 3) {
        fprintf(stderr, "usage: %s REPEATS FILE.mtx...\n", arguments[0]);
        return 2;
    }
    cholmod_start(&common);
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_METIS;
    common.postorder = 1;
    common.supernodal = CHOLMOD_SUPERNODAL;
    for (int k = 2; k < count; k++) failed |= time_file(arguments[k], repeats, &common);
    cholmod_finish(&common);
    return failed;
}
