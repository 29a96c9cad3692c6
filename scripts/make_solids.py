"""Writes the surfaces of the validation cases L1, validation/scenes/{sphere,torus}.ply, and with --reference DIR the fine
mapped meshes of the same solids (DIR/{sphere,torus}.vtk) their references were computed with, and that of J1/linear (DIR/tee.vtk).

Usage: python3 scripts/make_solids.py [--reference DIR]
"""

import math
import os
import struct
import sys

SPHERE = 0.05  # radius (m)
RING, TUBE = 0.05, 0.015  # radii of the torus (m)


def sphere(around, along):
    """A closed surface; the poles are single points."""
    points = [(0.0, 0.0, SPHERE)]
    for i in range(1, along):
        latitude = math.pi * i / along
        for j in range(around):
            turn = math.tau * j / around
            points.append((SPHERE * math.sin(latitude) * math.cos(turn), SPHERE * math.sin(latitude) * math.sin(turn), SPHERE * math.cos(latitude)))
    points.append((0.0, 0.0, -SPHERE))
    at = lambda ring, j: 1 + ring * around + j % around
    last = len(points) - 1
    triangles = []
    for j in range(around):
        triangles.append((0, at(0, j), at(0, j + 1)))
        for ring in range(along - 2):
            a, b, c, d = at(ring, j), at(ring + 1, j), at(ring + 1, j + 1), at(ring, j + 1)
            triangles += [(a, b, c), (a, c, d)]
        triangles.append((last, at(along - 2, j + 1), at(along - 2, j)))
    return points, triangles


def ring_point(turn, across, up):
    """A point of the torus by its place in the tube's cross section."""
    return ((RING + across) * math.cos(turn), (RING + across) * math.sin(turn), up)


def torus(around, across):
    points, triangles = [], []
    at = lambda i, j: i % around * across + j % across
    for i in range(around):
        for j in range(across):
            u, v = math.tau * i / around, math.tau * j / across
            points.append(ring_point(u, TUBE * math.cos(v), TUBE * math.sin(v)))
            a, b, c, d = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
            triangles += [(a, b, c), (a, c, d)]
    return points, triangles


def write_ply(path, points, triangles):
    header = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\n"
    header += f"element face {len(triangles)}\nproperty list uchar uint vertex_indices\nend_header\n"
    with open(path, "wb") as file:
        file.write(header.encode())
        for point in points:
            file.write(struct.pack("<3f", *point))
        for triangle in triangles:
            file.write(struct.pack("<B3I", 3, *triangle))


def cube_to_ball(x, y, z):
    """Maps the cube [-1, 1]^3 smoothly onto the unit ball."""
    return (
        x * math.sqrt(1 - y * y / 2 - z * z / 2 + y * y * z * z / 3),
        y * math.sqrt(1 - z * z / 2 - x * x / 2 + z * z * x * x / 3),
        z * math.sqrt(1 - x * x / 2 - y * y / 2 + x * x * y * y / 3),
    )


def square_to_disc(x, y):
    return x * math.sqrt(1 - y * y / 2), y * math.sqrt(1 - x * x / 2)


# Six tetrahedra around the diagonal 0-7 of a cube whose corner i has the bits of i as coordinates.
CUT = [(0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7)]


def hexahedra_to_tets(number, counts):
    tets = []
    for i in range(counts[0]):
        for j in range(counts[1]):
            for k in range(counts[2]):
                corner = [number(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)) for c in range(8)]
                tets += [tuple(corner[c] for c in tet) for tet in CUT]
    return tets


def ball_mesh(n):
    steps = [2 * i / n - 1 for i in range(n + 1)]
    points = [tuple(SPHERE * c for c in cube_to_ball(x, y, z)) for z in steps for y in steps for x in steps]
    return points, hexahedra_to_tets(lambda i, j, k: (k * (n + 1) + j) * (n + 1) + i, (n, n, n))


def ring_mesh(n, around):
    steps = [2 * i / n - 1 for i in range(n + 1)]
    points = []
    for k in range(around):
        for y in steps:
            for x in steps:
                across, up = square_to_disc(x, y)
                points.append(ring_point(math.tau * k / around, TUBE * across, TUBE * up))
    # Across, up, along is left-handed here; the reader turns every cell round.
    return points, hexahedra_to_tets(lambda i, j, k: (k % around * (n + 1) + j) * (n + 1) + i, (n, n, around))


def tee_mesh(n):
    """A slice of the T of J1, 10 cm deep, with n (even) cells across its sheets."""
    h = 0.1 / n
    foot = 19 * n // 2
    blocks = [((0, foot), (10 * n, n)), ((9 * n // 2, 0), (n, foot))]
    cells = {(x + i, z + k) for (x, z), (width, height) in blocks for i in range(width) for k in range(height)}
    corners = sorted({(i + a, j, k + b) for i, k in cells for a in (0, 1) for b in (0, 1) for j in (0, 1)})
    index = {corner: number for number, corner in enumerate(corners)}
    tets = []
    for i, k in sorted(cells):
        tets += hexahedra_to_tets(lambda a, b, c: index[i + a, b, k + c], (1, 1, 1))
    return [(i * h - 0.5, 0.1 * j, k * h) for i, j, k in corners], tets


def write_vtk(path, points, tets):
    with open(path, "w") as file:
        file.write(f"# vtk DataFile Version 3.0\nsolid\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {len(points)} double\n")
        file.writelines(f"{x!r} {y!r} {z!r}\n" for x, y, z in points)
        file.write(f"CELLS {len(tets)} {5 * len(tets)}\n")
        file.writelines("4 " + " ".join(map(str, tet)) + "\n" for tet in tets)
        file.write(f"CELL_TYPES {len(tets)}\n" + "10\n" * len(tets))


write_ply("validation/scenes/sphere.ply", *sphere(64, 32))
write_ply("validation/scenes/torus.ply", *torus(64, 32))
if sys.argv[1:2] == ["--reference"]:
    folder = sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    write_vtk(f"{folder}/sphere.vtk", *ball_mesh(20))
    write_vtk(f"{folder}/torus.vtk", *ring_mesh(8, 96))
    write_vtk(f"{folder}/tee.vtk", *tee_mesh(16))
