import { inflateSync } from 'node:zlib'

const decoder = new TextDecoder('windows-1252')

const unpacked = (pdf: Buffer): string => {
  const parts: string[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const start = at + 'stream\n'.length
    try {
      parts.push(inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1'))
    } catch {
      // Not a packed stream.
    }
  }
  return parts.join('\n')
}

/** The text of a PDF with WinAnsi fonts; lines that were wrapped are joined by a space. */
export const pdfText = (pdf: Buffer): string => {
  const shown = unpacked(pdf).matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)
  const lines = [...shown].map(([, array = '']) => {
    const digits = [...array.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join('')
    return decoder.decode(Buffer.from(digits, 'hex')).trim()
  })
  return lines.join(' ')
}
