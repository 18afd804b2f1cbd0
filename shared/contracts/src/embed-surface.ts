import type { EmbedSurface } from './descriptor.ts'
import { ANALYTICS_ATTRIBUTES, ANALYTICS_EVENTS, ANALYTICS_STYLE_PARTS, type AnalyticsProperties } from './embed.ts'

const properties: Readonly<Record<keyof AnalyticsProperties, true>> = { token: true, getToken: true }

/** Custom properties of `<atalaia-analytics>`. */
const CUSTOM_PROPERTIES = [
  'font-family',
  'background',
  'padding',
  'surface',
  'surface-raised',
  'border',
  'text',
  'text-muted',
  'accent',
  'accent-hover',
  'accent-text',
  'on-accent',
  'focus',
  'leak',
  'password',
  'radius-card',
  'radius-control',
].map((name) => `--atalaia-${name}`)

/** The surface of `<atalaia-analytics>`, as docs/reference/embed.md promises it. */
export const ANALYTICS_SURFACE: EmbedSurface = {
  attributes: Object.fromEntries(
    Object.entries(ANALYTICS_ATTRIBUTES).map(([name, words]) => [name, [...(words ?? [])]]),
  ),
  properties: Object.keys(properties),
  events: Object.keys(ANALYTICS_EVENTS),
  parts: [...ANALYTICS_STYLE_PARTS],
  customProperties: CUSTOM_PROPERTIES,
}
