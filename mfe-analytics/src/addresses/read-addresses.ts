/** Addresses that can be added at once (P-LIST-5). */
export const MAX_ADDRESSES_AT_ONCE = 5000

const SEPARATORS = /[\n\r,;\t]+/

/** A cell without quotes; for 'Ana <ana@empresa.com.br>' the address alone. */
const bare = (cell: string): string => {
  const text = cell.trim().replace(/^["']|["']$/g, '')
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
}

/**
 * Reads addresses from text or CSV, each once, in their original spelling. A line with one address
 * loses its other cells; a first line without any is the head. All cells of other lines count as
 * addresses, so that the person learns of invalid cells.
 */
export const readAddresses = (text: string): string[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/[\n\r]+/)
  const cells = lines.flatMap((line, index) => {
    const all = line.split(SEPARATORS).map(bare)
    const withSign = all.filter((cell) => cell.includes('@'))
    if (withSign.length > 1) return all
    if (withSign.length === 1) return withSign
    return index === 0 && lines.length > 1 ? [] : all.slice(0, 1)
  })
  return [...new Set(cells.filter((cell) => cell !== ''))]
}
