import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import type { ShippingGateway } from './shipping-test.ts'

export type Tampering = {
  readonly name: string
  readonly version: string
  readonly file: RegExp
  /** Changes one byte at this text's first place. */
  readonly text: string
  readonly by: string
}

const replace = async (file: string, content: Buffer) => {
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

const write = async (file: string, content: Buffer, names: readonly string[]) => {
  await replace(file, content)
  const copies = { '.br': brotliCompressSync, '.gz': gzipSync }
  for (const [ending, compress] of Object.entries(copies))
    if (names.some((name) => file.endsWith(name) && names.includes(name + ending)))
      await replace(file + ending, compress(content))
}

/** In every encoding: the gateway answers from memory for up to a second. */
const untilServed = async (address: string, content: Buffer) => {
  for (const encoding of ['br', 'gzip', 'identity'])
    await expect
      .poll(
        async () => {
          const answer = await fetch(address, { headers: { 'accept-encoding': encoding } })
          return content.equals(Buffer.from(await answer.arrayBuffer()))
        },
        { message: `${address} in ${encoding}` },
      )
      .toBe(true)
}

/**
 * Changes one byte of the gateway's stored file and its compressed copies; returns the undo. Both
 * resolve when the gateway serves the change.
 */
export const tamper = async (
  { dataDir, url }: ShippingGateway,
  { name, version, file, text, by }: Tampering,
): Promise<() => Promise<void>> => {
  const versions = join(dataDir, 'artifacts', name)
  const folder = (await readdir(versions)).find((entry) => entry.startsWith(`${version}_`)) ?? ''
  const names = await readdir(join(versions, folder))
  const files = names.filter((entry) => file.test(entry)).map((entry) => join(versions, folder, entry))
  const contents = await Promise.all(files.map((entry) => readFile(entry)))
  const at = contents.findIndex((content) => content.includes(text))
  const [path, before] = [files[at], contents[at]]
  if (path === undefined || before === undefined) throw new Error(`${name} ${version}: no file ${file} has "${text}"`)
  const after = Buffer.from(before.toString().replace(text, by))
  const changed = [...after].filter((byte, index) => byte !== before[index]).length
  if (after.length !== before.length || changed !== 1) throw new Error(`${path}: ${changed} bytes would be changed`)
  const put = async (content: Buffer) => {
    await write(path, content, names)
    await untilServed(`${url}/remotes/${name}/${version}/${basename(path)}`, content)
  }
  await put(after)
  return () => put(before)
}
