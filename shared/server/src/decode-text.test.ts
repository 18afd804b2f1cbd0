import { decodeText } from './decode-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-16"?><a>é</a>'
const little = Buffer.from(XML, 'utf16le')

// Rule: P-IDENTITY-42
test.each([
  ['UTF-8', Buffer.from(XML)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${XML}`)],
  ['UTF-16', little],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${XML}`, 'utf16le')],
  ['UTF-16 of big end', Buffer.from(little).swap16()],
  ['UTF-16 of big end with a mark', Buffer.from(`\uFEFF${XML}`, 'utf16le').swap16()],
])('%s is read without its mark', (_encoding, bytes) => {
  expect(decodeText(bytes)).toBe(XML)
})
