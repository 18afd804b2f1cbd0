import { normalEmailAddress } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import type { WantedUser } from './change-scim-user.ts'
import { SCIM_COLUMNS, type ScimCondition, type ScimUser } from '../../base/people/scim-users-repository.ts'

export const SCIM_SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const

const MAX_TEXT_LENGTH = 254
const MAX_OPERATIONS = 50
const MAX_EMAILS = 10
const EMAIL_CONDITION = '(?:type eq "work"|primary eq "?true"?)'
/** Paths of the only address, as Entra ID and Okta write it, and the plain attribute (P-SCIM-2). */
const EMAIL_PATH = new RegExp(`^emails(?:\\[${EMAIL_CONDITION}(?: and ${EMAIL_CONDITION})?\\])?(?:\\.value)?$`, 'i')
const ONLY_EMAIL = new RegExp(`^emails\\[${EMAIL_CONDITION}(?: and ${EMAIL_CONDITION})?\\]`, 'i')
const SIMPLE = ['username', 'externalid', 'active']
const PATH = /^[\w:.$-]{1,200}(?:\[[^\]]{1,200}\])?(?:\.[\w$-]{1,50})?$/

/** `scimType`: RFC 7644, section 3.12. */
export const scimProblem = (status: number, detail: string, scimType?: string): Problem =>
  new Problem(status, detail, { extensions: scimType === undefined ? {} : { scimType } })
const wrongValue = (detail: string) => scimProblem(400, detail, 'invalidValue')

type Fields = Readonly<Record<string, unknown>>
const USER = SCIM_SCHEMAS.user.toLowerCase()
const plainName = (name: string): string => name.toLowerCase().replace(`${USER}:`, '')
const fieldsOf = (value: unknown): Fields =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [plainName(name), each]))

const textIn = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_TEXT_LENGTH)
    throw wrongValue(`${name}: it has to be a text of 1 to ${MAX_TEXT_LENGTH} characters`)
  return value
}
/** Entra ID writes "False". */
const flagIn = (value: unknown): boolean => {
  const text = typeof value === 'boolean' ? String(value) : value
  if (typeof text === 'string' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  throw wrongValue('active: it has to be true or false')
}
/** The work address, else the primary, else the first. */
const emailIn = (value: unknown): string => {
  const listed = (Array.isArray(value) ? value : [value])
    .slice(0, MAX_EMAILS)
    .map((each: unknown) => (typeof each === 'string' ? { value: each } : fieldsOf(each)))
  const chosen =
    listed.find((each) => 'type' in each && String(each['type']).toLowerCase() === 'work') ??
    listed.find((each) => 'primary' in each && /^true$/i.test(String(each['primary']))) ??
    listed[0]
  return textIn('emails', chosen?.value)
}

type Draft = { userName?: string; externalId?: string | null; email?: string; active?: boolean }

const draftOf = (named: Fields): Draft => {
  const draft: Draft = {}
  const { [USER]: ofSchema, ...plain } = named
  const given: Fields = { ...fieldsOf(ofSchema), ...plain }
  const { username, externalid, emails, active } = given
  if (username !== undefined) draft.userName = textIn('userName', username)
  if (externalid !== undefined) draft.externalId = externalid === null ? null : textIn('externalId', externalid)
  if (emails !== undefined && !(Array.isArray(emails) && emails.length === 0)) draft.email = emailIn(emails)
  if (active !== undefined) draft.active = flagIn(active)
  // Entra ID names paths in the place of attributes.
  const path = Object.keys(given).find((name) => name !== 'emails' && EMAIL_PATH.test(name))
  if (path !== undefined) draft.email = emailIn(given[path])
  return draft
}

const mailboxOf = (email: string): string => {
  const mailbox = normalEmailAddress(email)
  if (mailbox === undefined) throw wrongValue(`${email.slice(0, 80)}: it is no e-mail address`)
  return mailbox
}

export const newUserIn = (body: unknown): WantedUser => {
  const {
    userName = textIn('userName', undefined),
    externalId = null,
    active = true,
    ...draft
  } = draftOf(fieldsOf(body))
  const { email = userName } = draft
  return { userName, externalId, active, email, mailbox: mailboxOf(email) }
}

const withDraft = (user: ScimUser, draft: Draft): WantedUser => {
  const { userName = user.userName, externalId = user.externalId, active = user.active } = draft
  // Whose address is the user name keeps it so.
  const follows = user.email === user.userName && normalEmailAddress(userName) !== undefined
  const { email = follows ? userName : user.email } = draft
  return { userName, externalId, active, email, mailbox: mailboxOf(email) }
}

export const replacedBy = (body: unknown) => {
  const draft = draftOf(fieldsOf(body))
  return (user: ScimUser): WantedUser => withDraft(user, draft)
}

export const patchedBy = (body: unknown) => {
  const { operations } = fieldsOf(body)
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw scimProblem(400, `Operations: 1 to ${MAX_OPERATIONS} are asked for`, 'invalidSyntax')
  const draft = operations.reduce<Draft>((all, each: unknown) => ({ ...all, ...operationIn(fieldsOf(each)) }), {})
  return (user: ScimUser): WantedUser => withDraft(user, draft)
}

const operationIn = ({ op, path, value }: Fields): Draft => {
  const operation = String(op).toLowerCase()
  if (!['add', 'replace', 'remove'].includes(operation))
    throw scimProblem(400, 'op: it is add, replace or remove', 'invalidSyntax')
  if (path !== undefined && path !== null && (typeof path !== 'string' || !PATH.test(path)))
    throw scimProblem(400, 'path: it cannot be read', 'invalidPath')
  const name = typeof path === 'string' ? plainName(path) : undefined
  // A deactivation that is forgotten would leave somebody in.
  if (SIMPLE.some((simple) => name?.startsWith(`${simple}.`) || name?.startsWith(`${simple}[`)))
    throw scimProblem(400, `${name}: it has no parts`, 'invalidPath')
  if (operation === 'replace' && name?.startsWith('emails[') && !ONLY_EMAIL.test(name))
    throw scimProblem(400, `${name}: there is no such address`, 'noTarget')
  if (operation !== 'remove') return draftOf(name === undefined ? fieldsOf(value) : { [name]: value })
  if (name === undefined) throw scimProblem(400, 'remove: a path is missing', 'noTarget')
  if (name === 'externalid') return { externalId: null }
  if (['username', 'active'].includes(name) || EMAIL_PATH.test(name))
    throw scimProblem(400, `${name}: it cannot be removed`, 'mutability')
  return {}
}

const CONDITION = /^\s*([\w:.]+(?:\[type eq "work"\])?(?:\.value)?) +eq +("(?:[^"\\]|\\.)*"|true|false)\s*(?: and |$)/i
const FILTERED: Readonly<Record<string, ScimCondition['column']>> = {
  id: 'id',
  username: 'username',
  externalid: 'externalid',
  active: 'active',
  emails: 'mailbox',
  'emails.value': 'mailbox',
  'emails[type eq "work"].value': 'mailbox',
}
const MAX_CONDITIONS = 5

export const readFilter = (filter: string): ScimCondition[] => {
  const conditions: ScimCondition[] = []
  let rest = filter
  while (rest.trim() !== '' || conditions.length === 0) {
    const [whole = '', attribute = '', value = ''] = CONDITION.exec(rest) ?? []
    const column = FILTERED[plainName(attribute)]
    if (column === undefined || conditions.length >= MAX_CONDITIONS)
      throw scimProblem(400, `filter: only eq, by "and", of ${Object.keys(FILTERED).join(', ')}`, 'invalidFilter')
    conditions.push({ column, value: comparable(column, textOf(value)) })
    rest = rest.slice(whole.length)
  }
  return conditions
}

const textOf = (value: string): string => {
  try {
    return String(JSON.parse(value))
  } catch {
    throw scimProblem(400, 'filter: a text cannot be read', 'invalidFilter')
  }
}
const comparable = (column: keyof typeof SCIM_COLUMNS, value: string): string => {
  if (column === 'mailbox') return normalEmailAddress(value) ?? value
  return column === 'username' || column === 'active' ? value.toLowerCase() : value
}

/** `base`: the address of `/scim/v2`. */
export const userResource = (user: ScimUser, base: string) => ({
  schemas: [SCIM_SCHEMAS.user],
  id: user.id,
  ...(user.externalId !== null && { externalId: user.externalId }),
  userName: user.userName,
  active: user.active,
  emails: [{ value: user.email, type: 'work', primary: true }],
  meta: {
    resourceType: 'User',
    created: user.createdAt,
    lastModified: user.changedAt,
    location: `${base}/Users/${user.id}`,
  },
})
