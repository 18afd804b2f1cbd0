import { isThemeName, THEME_NAMES, type ThemeName } from '@atalaia/contracts'
import { dashboardParts, type DashboardPart } from '../screen/parts.ts'

/** A value that was read, and what is wrong with what was given. */
export type Read<Value> = { readonly value: Value; readonly warnings: readonly string[] }

export const defaultTheme: ThemeName = 'light'

const isPart = (name: string): name is DashboardPart => dashboardParts.some((part) => part === name)

/** The attribute `theme`; without it, and for what is none, light. */
export const readTheme = (given: string | null): Read<ThemeName> => {
  if (given === null || given === '') return { value: defaultTheme, warnings: [] }
  if (isThemeName(given)) return { value: given, warnings: [] }
  const warning = `theme="${given}" is not known; it takes ${THEME_NAMES.join(', ')}. "${defaultTheme}" is shown.`
  return { value: defaultTheme, warnings: [warning] }
}

/** The attribute `show`: names of parts, with spaces between. Without a known one, all. */
export const readParts = (given: string | null): Read<readonly DashboardPart[]> => {
  const names = (given ?? '').split(/\s+/).filter(Boolean)
  const known = names.filter(isPart)
  const unknown = names.filter((name) => !isPart(name))
  const warnings = unknown.map((name) => `show has no part "${name}"; it takes ${dashboardParts.join(', ')}.`)
  return { value: known.length > 0 ? known : dashboardParts, warnings }
}

/** Where the API is: the attribute `api` against the page, or `/api` of whoever served the script. */
export const readApi = (given: string | null, page: string, script: string): URL | undefined => {
  const [address, base] = given ? [given, page] : ['/api', script]
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
