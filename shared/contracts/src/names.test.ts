import { DEFAULT_CHANNEL } from './channels.ts'
import { channelSchema, integritySchema } from './descriptor.ts'
import { IMPOSSIBLE_INTEGRITY } from './integrity.ts'
import { DEFAULT_THEME, isThemeName, THEME_NAMES } from './themes.ts'

test('the default channel is a channel; a name in capitals, an empty one and one of 41 letters are none', () => {
  expect(channelSchema.safeParse(DEFAULT_CHANNEL).success).toBe(true)
  for (const name of ['', 'Stable', 'a b', 'a'.repeat(41)]) expect(channelSchema.safeParse(name).success).toBe(false)
})

test('the integrity that no content has is well formed, so that a browser does not ignore it', () => {
  expect(integritySchema.safeParse(IMPOSSIBLE_INTEGRITY).success).toBe(true)
})

// Rule: P-THEME-1
test('the themes are the six of the product', () => {
  expect(THEME_NAMES).toEqual(['dark', 'light', 'sea', 'sky', 'rain', 'middle'])
})

test('the default theme is a theme; another word, and no word, are none', () => {
  expect(THEME_NAMES).toContain(DEFAULT_THEME)
  expect([DEFAULT_THEME, 'pink', null, undefined].map(isThemeName)).toEqual([true, false, false, false])
})
