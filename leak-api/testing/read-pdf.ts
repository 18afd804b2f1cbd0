import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { array, boolean, nullable, object, optional, string, type infer as Infer } from 'zod/mini'

const reader = fileURLToPath(new URL('read-pdf.mjs', import.meta.url))
const readSchema = object({
  /** All texts of each page, as they are drawn. */
  pages: array(string()),
  /** The leaves of the tree of elements, as they are read aloud: `path` are the elements around, the outermost first. */
  spoken: array(object({ path: string(), text: string(), alt: optional(string()) })),
  isTagged: boolean(),
  /** The part of PDF/UA that it says it keeps. */
  ua: optional(string()),
  title: string(),
  lang: nullable(string()),
  showsTitle: boolean(),
})
export type ReadPdf = Infer<typeof readSchema>

/** Reads a PDF by Mozilla's reader, in a process of its own: it is an ES module. */
export const readPdf = (file: Buffer): Promise<ReadPdf> =>
  new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [reader], { maxBuffer: 2 ** 26 }, (error, stdout) =>
      error ? reject(error) : resolve(readSchema.parse(JSON.parse(stdout))),
    )
    child.stdin?.end(file)
  })

/** The texts of all pages. */
export const pdfText = async (file: Buffer): Promise<string> => (await readPdf(file)).pages.join(' ')
