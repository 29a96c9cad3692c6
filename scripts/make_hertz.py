"""Writes the meshes of the validation cases V3c, validation/scenes/hertz-{coarse,fine}.vtu: an eighth of a ball of radius
1 with its lower pole at the origin, graded towards it. The sides x = 0 and y = 0 and the top z = 1 are planes of symmetry.

Cells are columns over a disc of quadrangles (a square core, then rings), each cut into six tetrahedra. Near the pole
their size is about a twelfth of the distance from it (a sixth in the coarse mesh), so that contacts of any radius between
0.03 and 0.1 see the same number of cells.

Usage: python3 scripts/make_hertz.py
"""

import base64
import math
import os
import struct
import zlib

SMALLEST, LARGEST = 0.0316, 0.1  # radii of contact
DISC = math.sqrt(0.5)  # radius of the lower side before it is bent


def lateral(n, share):
    """Points of a quarter of a disc and its quadrangles: n x n cells in the core, rings of 2 n cells around it. Cells are
    `share` of the distance from the axis wide, in the core as at the edge of the smallest contact, and grow faster where
    nothing touches."""
    core = share * SMALLEST * n
    points, at = [], {}

    def add(key, x, y):
        at[key] = len(points)
        points.append((x, y))

    for i in range(n + 1):
        for j in range(n + 1):
            s, t = i / n, j / n
            x, y = s * math.sqrt(1 - t * t / 2), t * math.sqrt(1 - s * s / 2)
            add(("core", i, j), core * (0.5 * x + 0.4 * s), core * (0.5 * y + 0.4 * t))
    rim = [("core", n, j) for j in range(n + 1)] + [("core", i, n) for i in reversed(range(n))]
    radii, radius = [], core
    while radius < 1.4 * LARGEST:
        radius += share * max(SMALLEST, radius)
        radii.append(radius)
    growth, width = 1.3, share * radius
    rest = []
    while radius + sum(rest) < DISC:
        width *= growth
        rest.append(width)
    fit = (DISC - radius) / sum(rest)
    for width in rest:
        radius += width * fit
        radii.append(radius)
    for ring, radius in enumerate(radii):
        for k in range(2 * n + 1):
            angle = math.pi / 2 * k / (2 * n)
            add(("ring", ring, k), radius * math.cos(angle), radius * math.sin(angle))
    quads = [[("core", i, j), ("core", i + 1, j), ("core", i + 1, j + 1), ("core", i, j + 1)] for i in range(n) for j in range(n)]
    for ring in range(len(radii)):
        inner = rim if ring == 0 else [("ring", ring - 1, k) for k in range(2 * n + 1)]
        quads += [[inner[k], ("ring", ring, k), ("ring", ring, k + 1), inner[k + 1]] for k in range(2 * n)]
    return points, [[at[key] for key in quad] for quad in quads]


def depths(first, growth):
    """From 0 to 1, growing."""
    widths = [first]
    while sum(widths) < 1:
        widths.append(widths[-1] * growth)
    total, out = 0.0, [0.0]
    for width in widths:
        total += width
        out.append(total)
    return [d / total for d in out]


def place(x, y, depth):
    """A point of the disc and a depth from 0 to 1 to the eighth of the ball."""
    radius = math.hypot(x, y)
    u, v = radius / DISC, depth - 1.0
    r, z = u * math.sqrt(1 - v * v / 2), v * math.sqrt(1 - u * u / 2)
    turn = (x / radius, y / radius) if radius > 0 else (1.0, 0.0)
    clean = lambda value: 0.0 if abs(value) < 1e-15 else value
    return clean(r * turn[0]), clean(r * turn[1]), 1.0 if depth == 1.0 else 1.0 + z


def tetrahedra(quads, layers, count):
    """Each quadrangle in two by its smallest corner, each prism in three by the order of its corners, so that neighbours
    agree."""
    out = []
    for quad in quads:
        first = quad.index(min(quad))
        a, b, c, d = quad[first:] + quad[:first]
        for triangle in ((a, b, c), (a, c, d)):
            p, q, r = sorted(triangle)
            for layer in range(layers):
                low, high = layer * count, (layer + 1) * count
                out += [(p + low, q + low, r + low, r + high), (p + low, q + low, q + high, r + high), (p + low, p + high, q + high, r + high)]
    return out


def upright(tet, points):
    """With a positive volume."""
    a, b, c, d = (points[i] for i in tet)
    u, v, w = ([q - p for p, q in zip(a, other)] for other in (b, c, d))
    volume = u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])
    assert abs(volume) > 1e-16, "a flat tetrahedron"
    return tet if volume > 0 else (tet[0], tet[2], tet[1], tet[3])


def block(data):
    """One compressed block, as VTU wants it."""
    packed = zlib.compress(data, 9)
    return base64.b64encode(struct.pack("<4I", 1, len(data), 0, len(packed))).decode() + base64.b64encode(packed).decode()


def write_vtu(path, points, tets):
    array = lambda name, kind, data, parts="": f'<DataArray type="{kind}" Name="{name}"{parts} format="binary">{block(data)}</DataArray>\n'
    with open(path, "w") as file:
        file.write('<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt32" compressor="vtkZLibDataCompressor">\n')
        file.write(f'<UnstructuredGrid><Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(tets)}">\n<Points>\n')
        file.write(array("Points", "Float32", b"".join(struct.pack("<3f", *p) for p in points), ' NumberOfComponents="3"'))
        file.write("</Points><Cells>\n")
        file.write(array("connectivity", "Int32", b"".join(struct.pack("<4i", *t) for t in tets)))
        file.write(array("offsets", "Int32", b"".join(struct.pack("<i", 4 * (k + 1)) for k in range(len(tets)))))
        file.write(array("types", "UInt8", bytes([10]) * len(tets)))
        file.write("</Cells></Piece></UnstructuredGrid></VTKFile>\n")


def main():
    folder = os.path.join(os.path.dirname(__file__), "..", "validation", "scenes")
    for name, core, share, growth in (("coarse", 3, 1 / 6, 1.5), ("fine", 5, 1 / 12, 1.28)):
        disc, quads = lateral(core, share)
        levels = depths(share * SMALLEST, growth)
        points = [place(x, y, depth) for depth in levels for x, y in disc]
        tets = [upright(t, points) for t in tetrahedra(quads, len(levels) - 1, len(disc))]
        path = os.path.join(folder, f"hertz-{name}.vtu")
        write_vtu(path, points, tets)
        print(name, len(points), "nodes", len(tets), "tets", os.path.getsize(path), "bytes")


main()
