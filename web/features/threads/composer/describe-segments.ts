/** What the carrier charges for. */
export function describeSegments(segments: number): string {
  return segments === 1 ? '1 segment' : `${segments} segments`;
}
