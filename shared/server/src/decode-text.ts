const encodingOf = ([first, second]: Uint8Array): string => {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

/**
 * UTF-8, or UTF-16 by its mark or the zero of a first ASCII character (XML 1.0, appendix F, P-IDENTITY-42).
 * Drops the mark.
 */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)
