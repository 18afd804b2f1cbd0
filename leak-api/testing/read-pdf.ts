import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { array, boolean, nullable, object, optional, string, type infer as Infer } from 'zod/mini'

const reader = fileURLToPath(new URL('read-pdf.mjs', import.meta.url))
const readSchema = object({
  pages: array(string()),
  spoken: array(object({ path: string(), text: string(), alt: optional(string()) })),
  isTagged: boolean(),
  ua: optional(string()),
  title: string(),
  lang: nullable(string()),
  showsTitle: boolean(),
})
export type ReadPdf = Infer<typeof readSchema>

/** Mozilla's reader is an ES module, so it runs in a separate process. */
export const readPdf = (file: Buffer): Promise<ReadPdf> =>
  new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [reader], { maxBuffer: 2 ** 26 }, (error, stdout) =>
      error ? reject(error) : resolve(readSchema.parse(JSON.parse(stdout))),
    )
    child.stdin?.end(file)
  })

export const pdfText = async (file: Buffer): Promise<string> => (await readPdf(file)).pages.join(' ')
