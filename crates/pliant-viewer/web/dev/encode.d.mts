/** A frame as bytes: typed arrays of the parts become offsets. */
export function encodeFrame(header: object, parts: object[]): Buffer;
