import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@atalaia/server'

/** Key material; it never enters the database. */
export type Keys = {
  /** Signs access tokens. */
  readonly token: Uint8Array
  /** Fingerprints passwords: whoever loses it cannot tell old passwords from new ones. */
  readonly fingerprint: Uint8Array
  /** Signs the links of reports. */
  readonly link: Uint8Array
}

const MIN_BYTES = 32

const decode = (text: string, where: string): Uint8Array => {
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length < MIN_BYTES) throw new Error(`${where}: a key has at least ${MIN_BYTES} bytes, in base64url`)
  return key
}

const readOrMake = async (file: string): Promise<Uint8Array> => {
  try {
    return decode(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  try {
    await writeFile(file, `${randomBytes(MIN_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process was first: its key counts.
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return decode(await readFile(file, 'utf8'), file)
}

/** Each key from the environment (`LEAK_API_<NAME>_KEY`), else from `<dataDir>/keys`, made on the first start. */
export const loadKeys = async (dataDir: string, environment: NodeJS.ProcessEnv): Promise<Keys> => {
  const folder = join(dataDir, 'keys')
  const load = async (name: keyof Keys): Promise<Uint8Array> => {
    const variable = `LEAK_API_${name.toUpperCase()}_KEY`
    const value = environment[variable]
    if (value !== undefined && value !== '') return decode(value, variable)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return readOrMake(join(folder, `${name}.key`))
  }
  return { token: await load('token'), fingerprint: await load('fingerprint'), link: await load('link') }
}
