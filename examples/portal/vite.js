/** The portal's policy lets no script stand in the page itself. */
export const build = { modulePreload: { polyfill: false } }
