import { listAnswer, ORDERS } from '@atalaia/artifact'
import type { SourceDescriptor } from '@atalaia/contracts'
import type { Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { pointerLine } from './orders.ts'
import { or, tell } from './outcomes.ts'

/** Delivered and published versions of a remote. */
export const status = async (client: Client, { name }: SourceDescriptor): Promise<Outcome> => {
  const own = listAnswer.transform(({ pointers, artifacts }) => ({
    name,
    channels: pointers.filter(({ remote }) => remote === name),
    published: artifacts.filter((artifact) => artifact.name === name && artifact.prunedAt === null),
  }))
  const answer = await client.call({ method: 'GET', path: ORDERS.remotes })
  const outcome = tell(own, ({ channels, published }) => [
    ...or(channels.map(pointerLine), `${name}: nothing is promoted yet`),
    ...or(
      published.map(
        ({ version, publishedAt, publishedBy }) => `  ${version}  published ${publishedAt} by ${publishedBy}`,
      ),
      '  nothing is published yet',
    ),
  ])(answer)
  return answer.status >= 300 ? outcome : { ...outcome, json: own.parse(answer.body) }
}
