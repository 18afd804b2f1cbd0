import type { Page } from '@playwright/test'
import { extractText, extractTextItems, getDocumentProxy } from 'unpdf'

export type PrintedPage = {
  /** In points of 1/72 inch. */
  readonly width: number
  readonly texts: readonly { readonly text: string; readonly left: number; readonly right: number }[]
}

/** Prints the page as a PDF on A4, with margins of 10 mm, and reads the texts of each sheet. */
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

/** The text of each page of a PDF. */
export const readPdf = async (file: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)))
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}
