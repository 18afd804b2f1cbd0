import { fieldIn, keyTable } from './field-lines.ts'
import { NO_KINDS } from './columns.ts'
import { isAddress } from '../../base/address.ts'
import { isPlaceholder } from './clean-secret.ts'
import { secretOf } from './hash-type.ts'
import { isTooLong, rejected, rowOf, type ParsedRow } from './line-parser.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

/** M-IMPORT-15 */
const KEYS = keyTable<BlockKey>([
  ['software', 'soft,software,browser,application,app,storage,program,profile,browser profile,браузер,софт'],
  [
    'website',
    'url,uri,host,hostname,site,website,link,domain,origin,origin url,login url,action,action url,сайт,ссылка,хост',
  ],
  ['email', 'email,mail,email address'],
  [
    'login',
    'login,user,username,usr,user login,login name,account,usuario,nome de usuario,логин,пользователь,utilisateur',
  ],
  ['password', 'password,pass,passwd,pwd,pw,psw,user password,senha,contraseña,mot de passe,passwort,пароль'],
])
type BlockKey = 'software' | 'website' | 'email' | 'login' | 'password'

const blockKeyOf = (line: string): BlockKey | undefined => KEYS.get(fieldIn(line)?.key ?? '')

/** A password of one sign follows its key. */
const RULE = /^[^\p{L}\p{N}]{3,}$/u

export const areBlocks = (lines: readonly string[]): boolean => {
  const keys = lines.map(blockKeyOf)
  const has = (...wanted: BlockKey[]) => keys.some((key) => wanted.some((each) => each === key))
  const combos = lines.filter((line, index) => keys[index] === undefined && isAddress(line.split(/[:;|\t]/)[0] ?? ''))
  return has('login', 'email') && has('password') && combos.length <= keys.filter(Boolean).length
}

type Block = { line: number; text: string } & Partial<Record<BlockKey, string>> & { tooLong?: true }

export type BlockRow = { readonly row: ParsedRow; readonly line: number; readonly text: string }

/** Any call may end a block. Call `end` last. */
export type BlockParser = {
  /** `ignored`: the line belongs to no block. */
  next(line: string): { readonly row: BlockRow | undefined; readonly ignored: boolean }
  end(): BlockRow | undefined
}

const valueOf = (text: string | undefined): string => {
  const begun = text?.replace(/^\n+/, '') ?? ''
  const value = begun.endsWith('\n') ? begun.trimEnd() : begun
  return isPlaceholder(value.trim()) ? '' : value
}

const rowOfBlock = (block: Block): ParsedRow => {
  if (block.tooLong === true) return rejected('line is longer than 4096 bytes')
  if (block.login === undefined && block.email === undefined) return rejected('block has no login')
  const [email, login] = [valueOf(block.email).trim(), valueOf(block.login).trim()]
  const website = valueOf(block.website).trim()
  const secret = secretOf(valueOf(block.password))
  const beside = { secret, website: website === '' ? undefined : website, kinds: NO_KINDS }
  // An entry without login and password is one that the browser had: a login that is no address.
  if (email === '' && login === '') return { kind: 'skipped' }
  const row = rowOf(isAddress(email) || login === '' ? email : login, beside)
  return row.kind === 'rejected' && row.reason === 'login is not an e-mail address' ? { kind: 'skipped' } : row
}

const isEntry = (block: Block) => block.login !== undefined || block.email !== undefined || block.password !== undefined

export const createBlockParser = (): BlockParser => {
  let block: Block | undefined
  let open: BlockKey | undefined
  let number = 0
  /** Blocks begin with the website. */
  let websiteFirst: boolean | undefined

  const take = (): BlockRow | undefined => {
    const ended = block
    block = undefined
    open = undefined
    return ended === undefined || !isEntry(ended)
      ? undefined
      : { row: rowOfBlock(ended), line: ended.line, text: ended.text }
  }
  const begins = (key: BlockKey): boolean => {
    if (block === undefined) return true
    if (key === 'software') return block.password !== undefined
    if (key === 'website') return isEntry(block) && (websiteFirst === true || block.website !== undefined)
    return block[key] !== undefined
  }
  const field = (key: BlockKey, value: string, line: string) => {
    websiteFirst ??= key === 'website' || key === 'software'
    const row = begins(key) ? take() : undefined
    block ??= { line: number, text: line }
    block[key] = value
    open = key
    return { row, ignored: false }
  }
  const goOn = (line: string) => {
    if (block === undefined || open === undefined) return { row: undefined, ignored: true }
    if (open === 'software') return { row: undefined, ignored: true }
    const isOver = (block[open]?.length ?? 0) + line.length > MAX_LINE_BYTES
    if (isOver) block.tooLong = true
    // A list begins, or the value has no end.
    if (isOver || isAddress(line.split(/[:;|\t]/, 1)[0] ?? '')) return { row: undefined, ignored: true }
    block[open] = `${block[open] ?? ''}\n${line}`
    return { row: undefined, ignored: false }
  }
  /** A blank line or rule ends a value, and a block that has its password. */
  const pause = () => {
    const row = block?.password === undefined || open === undefined ? undefined : take()
    if (open !== undefined && block?.[open] !== '') open = undefined
    return { row, ignored: true }
  }
  return {
    next: (line) => {
      number += 1
      if (isTooLong(line)) {
        if (block === undefined) return { row: undefined, ignored: true }
        block.tooLong = true
        return { row: undefined, ignored: false }
      }
      const found = fieldIn(line)
      const key = KEYS.get(found?.key ?? '')
      if (found !== undefined && key !== undefined) return field(key, found.value, line)
      if (line.trim() === '' || RULE.test(line)) return pause()
      // A field of another meaning ends the value before it.
      if (found !== undefined && /^\s*\p{L}[\p{L} ]{0,24}:\s/u.test(line)) {
        open = undefined
        return { row: undefined, ignored: true }
      }
      return goOn(line)
    },
    end: take,
  }
}
