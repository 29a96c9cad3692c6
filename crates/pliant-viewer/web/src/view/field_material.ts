// Materials whose colour comes from a value per vertex, looked up on the graphics card. The CPU only copies the values:
// another range of the legend costs nothing.
import * as THREE from "three";
import { layerColour, partColour, rampBytes, UNKNOWN, UNKNOWN_VALUE } from "../data/colour.ts";

const RAMP_STEPS = 256;

/** What all materials share: changed in one place, seen by all of them. */
export interface SharedUniforms {
  ramp: { value: THREE.DataTexture };
  rangeLow: { value: number };
  rangeHigh: { value: number };
  /** 1 while the slice plane cuts: the insides of closed bodies are hatched then. */
  sliced: { value: number };
  cutColour: { value: THREE.Color };
  unknownColour: { value: THREE.Color };
  /** Pixels of a metre at one metre before the camera. */
  pixelsPerUnit: { value: number };
  pixelRatio: { value: number };
  gridStep: { value: number };
}

export function sharedUniforms(): SharedUniforms {
  const ramp = new THREE.DataTexture(rampBytes(RAMP_STEPS), RAMP_STEPS, 1);
  ramp.colorSpace = THREE.SRGBColorSpace;
  ramp.magFilter = THREE.LinearFilter;
  ramp.minFilter = THREE.LinearFilter;
  ramp.needsUpdate = true;
  const [r, g, b] = UNKNOWN;
  return {
    ramp: { value: ramp },
    rangeLow: { value: 0 },
    rangeHigh: { value: 1 },
    sliced: { value: 0 },
    cutColour: { value: new THREE.Color(0xb8b8b8) },
    unknownColour: { value: new THREE.Color((r << 16) | (g << 8) | b) },
    pixelsPerUnit: { value: 1000 },
    pixelRatio: { value: 1 },
    gridStep: { value: 1 },
  };
}

/** What each material has of its own. */
export interface OwnUniforms {
  useField: { value: number };
  closed: { value: number };
}

const FIELD_FUNCTION = `
uniform sampler2D ramp;
uniform float rangeLow;
uniform float rangeHigh;
uniform float useField;
uniform vec3 unknownColour;
varying float vField;
vec3 fieldColour(vec3 otherwise) {
  if (useField < 0.5) return otherwise;
  // A triangle with one unknown corner is unknown all over: its share of so low a number is low everywhere.
  if (vField < ${(UNKNOWN_VALUE * 1e-10).toExponential(1)}) return unknownColour;
  float t = rangeHigh > rangeLow ? clamp((vField - rangeLow) / (rangeHigh - rangeLow), 0.0, 1.0) : 0.0;
  // Half a texel from each end, so that the ends of the scale are its end colours.
  return texture2D(ramp, vec2((t * ${(RAMP_STEPS - 1).toFixed(1)} + 0.5) / ${RAMP_STEPS.toFixed(1)}, 0.5)).rgb;
}
`;

const CUT_FACE = `
if (sliced > 0.5 && closed > 0.5 && !gl_FrontFacing) {
  float stripe = step(0.8, fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0));
  gl_FragColor = vec4(cutColour * (1.0 - 0.45 * stripe), 1.0);
}
`;

/** Makes a built-in material take its colour from the attribute `field`. */
export function colourByField(material: THREE.Material, shared: SharedUniforms, cutFaces: boolean): OwnUniforms {
  const own: OwnUniforms = { useField: { value: 0 }, closed: { value: 0 } };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared, own);
    shader.vertexShader = `attribute float field;\nvarying float vField;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\nvField = field;",
    );
    const cutHead = "uniform float sliced;\nuniform float closed;\nuniform vec3 cutColour;\n";
    shader.fragmentShader = `${FIELD_FUNCTION}${cutFaces ? cutHead : ""}${shader.fragmentShader}`.replace(
      "#include <color_fragment>",
      "#include <color_fragment>\ndiffuseColor.rgb = fieldColour(diffuseColor.rgb);",
    );
    if (cutFaces) {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <opaque_fragment>",
        `#include <opaque_fragment>\n${CUT_FACE}`,
      );
    }
  };
  material.customProgramCacheKey = () => `field-${cutFaces}`;
  return own;
}

const POINT_VERTEX = `
uniform float pixelsPerUnit;
uniform float pixelRatio;
uniform float fixedSize;
attribute float radius;
attribute float field;
varying float vField;
#include <common>
#include <clipping_planes_pars_vertex>
void main() {
  vField = field;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  // Marks of fixed size lie on surfaces: drawn a little nearer, at the same place of the screen.
  if (fixedSize > 0.0) mvPosition.xyz *= 0.99;
  gl_Position = projectionMatrix * mvPosition;
  gl_PointSize = fixedSize > 0.0 ? fixedSize * pixelRatio : max(2.0, 2.0 * radius * pixelsPerUnit / max(-mvPosition.z, 1e-6));
  #include <clipping_planes_vertex>
}
`;

const POINT_FRAGMENT = `
uniform vec3 colour;
#include <common>
#include <clipping_planes_pars_fragment>
${FIELD_FUNCTION}
void main() {
  #include <clipping_planes_fragment>
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float outside = dot(p, p);
  if (outside > 1.0) discard;
  float light = 0.55 + 0.45 * dot(vec3(p.x, -p.y, sqrt(1.0 - outside)), normalize(vec3(-0.4, 0.6, 0.7)));
  gl_FragColor = vec4(fieldColour(colour) * light, 1.0);
  #include <colorspace_fragment>
}
`;

/** Points as small balls; `fixedSize` (px) or, when that is 0, by the attribute `radius` (m). */
export function pointMaterial(shared: SharedUniforms, colour: number): [THREE.ShaderMaterial, OwnUniforms] {
  const own: OwnUniforms = { useField: { value: 0 }, closed: { value: 0 } };
  const material = new THREE.ShaderMaterial({
    vertexShader: POINT_VERTEX,
    fragmentShader: POINT_FRAGMENT,
    clipping: true,
    uniforms: { ...shared, ...own, colour: { value: new THREE.Color(colour) }, fixedSize: { value: 0 } },
  });
  return [material, own];
}

const DISC_VERTEX = `
attribute vec3 centre;
attribute vec3 facing;
attribute float radius;
attribute float field;
varying float vField;
varying vec3 vNormal;
#include <common>
#include <clipping_planes_pars_vertex>
void main() {
  vField = field;
  vec4 mvPosition = modelViewMatrix * vec4(centre, 1.0);
  // A disc without a normal is a ball: it looks at whoever looks at it.
  vec3 n = dot(facing, facing) > 0.0 ? normalize(normalMatrix * facing) : normalize(-mvPosition.xyz);
  vec3 u = normalize(cross(abs(n.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0), n));
  mvPosition.xyz += radius * (position.x * u + position.y * cross(n, u));
  vNormal = n;
  gl_Position = projectionMatrix * mvPosition;
  #include <clipping_planes_vertex>
}
`;

const DISC_FRAGMENT = `
uniform vec3 colour;
varying vec3 vNormal;
#include <common>
#include <clipping_planes_pars_fragment>
${FIELD_FUNCTION}
void main() {
  #include <clipping_planes_fragment>
  vec3 n = gl_FrontFacing ? vNormal : -vNormal;
  float light = 0.55 + 0.45 * max(0.0, dot(normalize(n), normalize(vec3(-0.4, 0.6, 0.7))));
  gl_FragColor = vec4(fieldColour(colour) * light, 1.0);
  #include <colorspace_fragment>
}
`;

/** Discs by the attributes `centre` (m), `facing` (a unit normal, or zero) and `radius` (m), one each. */
export function discMaterial(shared: SharedUniforms, colour: number): [THREE.ShaderMaterial, OwnUniforms] {
  const own: OwnUniforms = { useField: { value: 0 }, closed: { value: 0 } };
  const material = new THREE.ShaderMaterial({
    vertexShader: DISC_VERTEX,
    fragmentShader: DISC_FRAGMENT,
    clipping: true,
    side: THREE.DoubleSide,
    uniforms: { ...shared, ...own, colour: { value: new THREE.Color(colour) } },
  });
  return [material, own];
}

/** A floor or wall that goes on: see-through, with lines a round number of metres apart. */
export function planeMaterial(shared: SharedUniforms, along: THREE.Vector3): THREE.MeshBasicMaterial {
  const material = new THREE.MeshBasicMaterial({ color: 0x8a939c, transparent: true, opacity: 1, depthWrite: false, side: THREE.DoubleSide });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { gridStep: shared.gridStep, along: { value: along } });
    shader.vertexShader = `varying vec3 vWorld;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\nvWorld = (modelMatrix * vec4(position, 1.0)).xyz;",
    );
    shader.fragmentShader = `varying vec3 vWorld;\nuniform float gridStep;\nuniform vec3 along;\n${shader.fragmentShader}`.replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      vec3 place = vWorld / gridStep;
      vec3 width = max(fwidth(place), vec3(1e-6));
      vec3 line = (1.0 - clamp(abs(fract(place - 0.5) - 0.5) / width, 0.0, 1.0)) * along * clamp(1.0 - 2.0 * width, 0.0, 1.0);
      diffuseColor.a = 0.16 + 0.38 * max(line.x, max(line.y, line.z));`,
    );
  };
  material.customProgramCacheKey = () => "plane";
  return material;
}

/** The colour of a part: surfaces and their surfels by their place among the parts, others by their layer's place. */
export function colourFor(layer: string, layerIndex: number, partIndex: number): number {
  return layer === "surface" || layer === "surfels" ? partColour(partIndex) : layerColour(layer, layerIndex);
}
