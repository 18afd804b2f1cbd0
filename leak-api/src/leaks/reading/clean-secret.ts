import { decode } from './decode.ts'

const HEX = /^\$hex\[((?:[\da-f]{2})*)\]$/i
const DOLLAR = 0x24

/** Words that programs write alone. People choose the lower-case ones of them as passwords. */
const WORDS = new Set(['UNKNOWN', 'NOT_SAVED', 'N/A', 'n/a', 'NULL', '\\N', 'kaydedilmedi'])
/** Lower case, without accents, brackets and underscores. */
const PHRASES = new Set(
  (
    'not saved,no password,no pass,empty password,password not saved,password not found,' +
    'nao salva,nao salvo,senha nao salva,sem senha,no guardada,no guardado,contrasena no guardada,sin contrasena,' +
    'не сохранен,не сохранена,не сохранено,нет пароля,без пароля,' +
    'nicht gespeichert,kein passwort,non enregistre,mot de passe non enregistre,aucun mot de passe,non salvata,' +
    'nessuna password,brak hasla,nie zapisano,sifre yok,' +
    '未保存,没有保存,无密码,保存されていません,저장되지 않음'
  ).split(','),
)
const BRACKETED = new Set(
  'unknown,n/a,null,empty,blank,none,nil,undefined,failed,encrypted,vazio,vazia,vacio,пусто,неизвестно'.split(','),
)
const BRACKETS = /^[[<({](.+)[\]>)}]$/
const SUSPECT = /[\s_[<({\u0080-\uffff]/
const MAX_PLACEHOLDER_LENGTH = 40
const FIRST_SIGNS = new Set(Array.from(WORDS, (word) => word.charCodeAt(0)))

/** People type underscores in lower-case words. */
const spaced = (text: string, isBracketed: boolean) =>
  isBracketed || text === text.toUpperCase() ? text.replaceAll('_', ' ') : text

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase().normalize('NFC')

const isWord = (text: string) => FIRST_SIGNS.has(text.charCodeAt(0)) && WORDS.has(text)

/** Browsers and tools write such words where they have no value. */
export const isPlaceholder = (text: string): boolean => {
  if (isWord(text)) return true
  if (text.length > MAX_PLACEHOLDER_LENGTH || !SUSPECT.test(text)) return false
  const inner = BRACKETS.exec(text)?.[1]
  const words = plain(spaced(inner ?? text, inner !== undefined))
  return PHRASES.has(words) || (inner !== undefined && BRACKETED.has(words))
}

const unhexed = (text: string): string => {
  if (text.charCodeAt(0) !== DOLLAR) return text
  const digits = HEX.exec(text)?.[1]
  return digits === undefined ? text : unhexed(decode(Buffer.from(digits, 'hex')))
}

/**
 * As its person typed it, in any file (M-IMPORT-71). Trimmed; letters keep their Unicode form. ''
 * for a program's word for no password.
 */
export const cleanSecret = (text: string): string => {
  // Nearly all passwords: nothing to trim or to unpack.
  if (!SUSPECT.test(text) && text.charCodeAt(0) !== DOLLAR) return isWord(text) ? '' : text
  const password = unhexed(text.trim()).trim()
  return isPlaceholder(password) ? '' : password
}
