import { csvText, spreadsheetText } from './spreadsheet.ts'

// Rule: P-LIST-4
// Threat: T-EXPORT-1
test.each([...'=+-@\t\r\n＝＋－＠'])('a text that begins with %j is no formula in a cell or a field', (sign) => {
  const text = `${sign}HYPERLINK("https://evil.example","x")`
  expect(spreadsheetText(text)).toBe(`'${text}`)
  expect(csvText(text)).toBe(`"'${text.replaceAll('"', '""')}"`)
})

test.each(['', 'a=b', 'ana@acme.com', '1-2', ' =1', "'=1", 'São Paulo'])('the text %j stays as it is', (text) => {
  expect([spreadsheetText(text), csvText(text)]).toEqual([text, text])
})

// Threat: T-EXPORT-1
test.each(['a,=1', 'a;=1', 'a|=1', 'a\t=1', 'a\n=1', 'a\r=1', 'a "b"'])('the field %j is quoted', (text) => {
  expect(csvText(text)).toBe(`"${text.replaceAll('"', '""')}"`)
})
