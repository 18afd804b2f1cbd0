import { createSheetParser, type SharedTexts } from './parse-xlsx.ts'
import type { Rows } from './rows.ts'

export async function* readWorkbookPart(
  path: string,
  content: AsyncIterable<Buffer>,
  shared: SharedTexts,
): AsyncGenerator<Rows> {
  const decoder = new TextDecoder()
  if (path.endsWith('/sharedStrings.xml')) {
    for await (const chunk of content) shared.push(decoder.decode(chunk, { stream: true }))
    return
  }
  const sheet = createSheetParser(shared.texts)
  for await (const chunk of content) yield sheet.push(decoder.decode(chunk, { stream: true }))
}

export const isWorkbook = (paths: readonly string[]) => paths.includes('xl/workbook.xml')
