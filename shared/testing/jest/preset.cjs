/**
 * The preset of Jest for a remote in a repository of its own: `preset: '@atalaia/testing'`. SWC compiles TypeScript, JSX and
 * the ES modules of the platform's packages; jsdom is the page; styles and pictures are a text.
 */
module.exports = {
  testEnvironment: require.resolve('./environment.cjs'),
  setupFiles: [require.resolve('./dialog.cjs')],
  moduleNameMapper: { '\\.(css|svg|woff2?|png|webp|avif|jpe?g)$': require.resolve('./asset.cjs') },
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  // npm has a package at node_modules/@atalaia/…, pnpm at node_modules/.pnpm/@atalaia+…
  transformIgnorePatterns: ['/node_modules/(?!(\\.pnpm/)?@atalaia[/+])'],
}
