import type { RemoteRoute } from '@atalaia/contracts'

/** For parameters and wildcards without an example. */
const PARAMETER = '1'

/** `/app/item/:id` becomes `/app/item/1`. `examples`: addresses by route id, used unchanged. */
export const addressOf = ({ id, path }: RemoteRoute, examples: Readonly<Record<string, string>> = {}): string =>
  Object.hasOwn(examples, id)
    ? (examples[id] ?? path)
    : path
        .split('/')
        .map((segment) => (segment.startsWith(':') || segment === '*' ? PARAMETER : segment.replace('*', '')))
        .join('/') || '/'
