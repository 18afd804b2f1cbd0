import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fileSuffixes } from '../artifacts/stored-file.ts'

const text = /\.(js|css|svg|json)$/
const SMALLEST = 1024

/** Puts the compressed copies beside the files that gain by it. */
export const compressFiles = async (folder: string, paths: Iterable<string>): Promise<void> => {
  for (const path of paths) {
    if (!text.test(path)) continue
    const file = join(folder, path)
    const content = await readFile(file)
    if (content.length < SMALLEST) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await writeFile(file + fileSuffixes.br, br)
    await writeFile(file + fileSuffixes.gzip, gz)
  }
}
