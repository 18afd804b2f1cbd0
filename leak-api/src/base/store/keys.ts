import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@atalaia/server'
import {
  FIXED_PURPOSES,
  installationKey,
  type InstallationKey,
  type InstallationKeys,
  type KeyPurpose,
  type KeyRing,
} from '../key-ring.ts'

/** Never enters the database. */
export type Keys = {
  readonly token: KeyRing
  /** Fingerprints passwords. After its loss, known passwords look new. */
  readonly fingerprint: Uint8Array
  /** M-NOTICE-1 */
  readonly proof?: Uint8Array | undefined
  /** Signs links of reports and mails. */
  readonly link: KeyRing
}

const MIN_BYTES = 32
export const MAX_KEYS = 10

export type KeyPlaces = {
  readonly dataDir: string
  readonly environment: NodeJS.ProcessEnv
  /** Production on an operator's PostgreSQL: a start makes no key. Default: false. */
  readonly isShared?: boolean
}

export type KeySet = {
  readonly purpose: KeyPurpose
  readonly keys: InstallationKeys
  readonly place: string
  readonly isFile: boolean
}

export const keyVariable = (purpose: KeyPurpose): string => `LEAK_API_${purpose.toUpperCase()}_KEY`

export const newKey = (purpose: KeyPurpose): InstallationKey => installationKey(purpose, randomBytes(MIN_BYTES))
export const keyText = ({ secret }: InstallationKey): string => secret.export().toString('base64url')

const decode = (text: string, purpose: KeyPurpose, place: string): InstallationKey => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < MIN_BYTES) throw new Error(`${place}: a key has at least ${MIN_BYTES} bytes, in base64url`)
  return installationKey(purpose, bytes)
}

const parseKeys = (text: string, purpose: KeyPurpose, place: string): InstallationKeys => {
  const [first = '', ...others] = text.split(',').filter((each, at) => at === 0 || each.trim() !== '')
  const keys: InstallationKeys = [decode(first, purpose, place), ...others.map((each) => decode(each, purpose, place))]
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error(`${place}: it holds the same key twice`)
  if (keys.length > MAX_KEYS) throw new Error(`${place}: it holds more than ${MAX_KEYS} keys`)
  if (FIXED_PURPOSES.some((fixed) => fixed === purpose) && keys.length > 1)
    throw new Error(`${place}: an installation has one ${purpose} key, which cannot be rotated`)
  return keys
}

export const keyFile = (dataDir: string, purpose: KeyPurpose): string => join(dataDir, 'keys', `${purpose}.key`)

const readFileSet = async (purpose: KeyPurpose, place: string): Promise<KeySet> => ({
  purpose,
  keys: parseKeys(await readFile(place, 'utf8'), purpose, place),
  place,
  isFile: true,
})

export const readKeySet = async (
  purpose: KeyPurpose,
  { dataDir, environment }: KeyPlaces,
): Promise<KeySet | undefined> => {
  const variable = keyVariable(purpose)
  const value = environment[variable]
  if (value !== undefined && value !== '')
    return { purpose, keys: parseKeys(value, purpose, variable), place: variable, isFile: false }
  try {
    return await readFileSet(purpose, keyFile(dataDir, purpose))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

export const makeKeySet = async (purpose: KeyPurpose, dataDir: string): Promise<KeySet> => {
  const place = keyFile(dataDir, purpose)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  try {
    await writeFile(place, `${keyText(newKey(purpose))}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process was first: its key counts.
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFileSet(purpose, place)
}

/** Replaces a file's keys atomically. Resolves once they are on disk: encrypted data depends on them. */
export const writeKeys = async (place: string, keys: readonly InstallationKey[]): Promise<void> => {
  const draft = `${place}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${keys.map(keyText).join(',\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, place)
  // Windows opens no folder.
  if (process.platform === 'win32') return
  const folder = await open(dirname(place))
  await folder.sync().finally(() => folder.close())
}
