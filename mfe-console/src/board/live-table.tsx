import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { Card, DataTable, ScrollBox } from '@atalaia/ui'
import type { Live, LiveChannel } from '../gateway/answers.ts'
import { audienceText } from '../texts.ts'
import { remoteNames } from './remote-names.ts'

/** M-CONSOLE-6 */
export type Place = { readonly remote: string; readonly channel: string }

type LiveTableProps = { readonly live: Live; readonly chosen: Place | undefined; onChoose(place: Place): void }

export const LiveTable = ({ live, chosen, onChoose }: LiveTableProps) => {
  const isChosen = ({ remote, channel }: Place) => remote === chosen?.remote && channel === chosen.channel
  const linkOf = ({ remote, channel }: Place) => (
    <button
      type="button"
      className="console-link"
      aria-pressed={isChosen({ remote, channel })}
      onClick={() => onChoose({ remote, channel })}
    >
      {remote}
    </button>
  )
  return (
    <Card title="No ar">
      <ScrollBox label="Remotos no ar">
        <DataTable
          className="console-table"
          rows={remoteNames(live).flatMap((name) => channelsOf(live, name))}
          keyOf={({ remote, channel }) => `${remote} ${channel}`}
          rowClassName={(row) => (isChosen(row) ? 'console-row--chosen' : undefined)}
          columns={[
            {
              key: 'remote',
              title: 'Remoto',
              isRowHeader: true,
              cell: linkOf,
            },
            { key: 'channel', title: 'Canal', cell: ({ channel }) => channel },
            { key: 'version', title: 'Para todos', cell: ({ version }) => version },
            { key: 'canary', title: 'Canário', cell: ({ canary }) => canary },
            { key: 'state', title: 'Situação', cell: ({ state }) => state },
            { key: 'owner', title: 'Dono', cell: ({ remote }) => ownerOf(live, remote) },
          ]}
        />
      </ScrollBox>
    </Card>
  )
}

const ownerOf = ({ artifacts, built }: Live, remote: string): string =>
  [...artifacts, ...built].findLast(({ name }) => name === remote)?.owner ?? ''

const channelsOf = ({ pointers, built }: Live, remote: string) => {
  const asBuilt = built.find(({ name }) => name === remote)
  const version = asBuilt ? `${asBuilt.version} (do build)` : 'nenhuma'
  const rows = pointers.filter((pointer) => pointer.remote === remote)
  return rows.length === 0
    ? [{ remote, channel: DEFAULT_CHANNEL, version, canary: '–', state: asBuilt ? 'do build' : 'nunca promovida' }]
    : rows.map((pointer) => ({
        remote,
        channel: pointer.channel,
        version: pointer.version ?? version,
        canary: pointer.candidate === null ? '–' : canaryText(pointer),
        state: stateOf(pointer),
      }))
}

const canaryText = ({ candidate, percent, audience }: LiveChannel): string =>
  `${candidate ?? ''} em ${percent ?? 0} %${audience ? ` de ${audienceText(audience)}` : ''}`

const stateOf = ({ held, candidate }: LiveChannel): string => {
  if (held !== null) return 'retida'
  return candidate === null ? 'estável' : 'em canário'
}
