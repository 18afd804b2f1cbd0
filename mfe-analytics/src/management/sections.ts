import remote from '../../remote.json' with { type: 'json' }

/** The dashboard and the pages below it, in the order of their links. */
export const SECTIONS = ['analytics', 'addresses', 'cases', 'incidents', 'domains', 'reports', 'alerts'] as const
export type Section = (typeof SECTIONS)[number]

export const sectionPath = (section: Section): string => remote.routes.find(({ id }) => id === section)?.path ?? ''
