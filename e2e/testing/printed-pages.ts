import type { Page } from '@playwright/test'
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'

export type PrintedPage = {
  readonly width: number
  readonly texts: readonly { readonly text: string; readonly left: number; readonly right: number }[]
}

/** Prints a PDF on A4 with 10 mm margins, and reads each sheet's texts. */
export const printOnA4 = async (page: Page, { landscape }: { landscape: boolean }): Promise<readonly PrintedPage[]> => {
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const file = await page.pdf({ format: 'A4', landscape, margin })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { items } = await extractTextItems(pdf)
  return Promise.all(
    items.map(async (texts, at) => ({
      width: (await pdf.getPage(at + 1)).getViewport({ scale: 1 }).width,
      texts: texts.map(({ str, x, width }) => ({ text: str, left: x, right: x + width })),
    })),
  )
}

export const readPdf = async (file: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)))
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}
