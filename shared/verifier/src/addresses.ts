import type { RemoteRoute } from '@atalaia/contracts'

/** The value of a parameter, and the rest of an address, where nobody gave an example. */
const PARAMETER = '1'

/**
 * An address that fits a route's pattern: `/app/item/:id` as `/app/item/1`. `examples` are addresses by route id, and taken
 * as they are.
 */
export const addressOf = ({ id, path }: RemoteRoute, examples: Readonly<Record<string, string>> = {}): string =>
  Object.hasOwn(examples, id)
    ? (examples[id] ?? path)
    : path
        .split('/')
        .map((segment) => (segment.startsWith(':') || segment === '*' ? PARAMETER : segment.replace('*', '')))
        .join('/') || '/'
