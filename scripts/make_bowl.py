"""Writes scenes/gallery/bowl.obj: a bowl that stands on z = 0, a closed surface.

Usage: python3 scripts/make_bowl.py > scenes/gallery/bowl.obj
"""

import math

RADIUS, DEPTH, WALL = 17.0, 9.0, 0.8  # half axes of the inner ellipse, and the thickness (cm)
STEEPEST = 0.9  # of a quarter of the ellipse: the wall leans outwards at the rim
AROUND, RINGS = 48, 12


def shell(thickness):
    """Part of an ellipsoid: the lowest point, then rings from below to the rim."""
    across, down = RADIUS + thickness, DEPTH + thickness
    top = DEPTH + WALL  # height of the common centre
    points = [(0.0, 0.0, top - down)]
    for ring in range(1, RINGS + 1):
        slope = 0.5 * math.pi * STEEPEST * ring / RINGS
        radius, height = across * math.sin(slope), top - down * math.cos(slope)
        points += [(radius * math.cos(t), radius * math.sin(t), height) for t in (math.tau * j / AROUND for j in range(AROUND))]
    return points


def shell_triangles(first):
    """Triangles whose normals point to the inside of the bowl."""
    at = lambda ring, j: first + 1 + ring * AROUND + j % AROUND
    triangles = []
    for j in range(AROUND):
        triangles.append((first, at(0, j), at(0, j + 1)))
        for ring in range(RINGS - 1):
            a, b, c, d = at(ring, j), at(ring + 1, j), at(ring + 1, j + 1), at(ring, j + 1)
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def main():
    inner, outer = shell(0.0), shell(WALL)
    triangles = shell_triangles(0)
    triangles += [(a, c, b) for a, b, c in shell_triangles(len(inner))]
    rim = 1 + (RINGS - 1) * AROUND
    for j in range(AROUND):
        a, b = rim + j, rim + (j + 1) % AROUND
        triangles += [(a, len(inner) + a, len(inner) + b), (a, len(inner) + b, b)]
    print("# a bowl (cm), z up; made by scripts/make_bowl.py")
    for point in inner + outer:
        print("v {:.4f} {:.4f} {:.4f}".format(*point))
    for triangle in triangles:
        print("f {} {} {}".format(*(corner + 1 for corner in triangle)))


main()
