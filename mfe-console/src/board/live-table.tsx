import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { Card, ScrollBox } from '@atalaia/ui'
import type { Live, LiveChannel } from '../gateway/answers.ts'
import { audienceText } from '../texts.ts'
import { remoteNames } from './remote-names.ts'

/** A remote on a channel (M-CONSOLE-6). */
export type Place = { readonly remote: string; readonly channel: string }

type LiveTableProps = { readonly live: Live; readonly chosen: Place | undefined; onChoose(place: Place): void }

/** Every remote with the versions that browsers get. */
export const LiveTable = ({ live, chosen, onChoose }: LiveTableProps) => (
  <Card title="No ar">
    <ScrollBox label="Remotos no ar">
      <table className="ui-table console-table">
        <thead>
          <tr>
            <th scope="col">Remoto</th>
            <th scope="col">Canal</th>
            <th scope="col">Para todos</th>
            <th scope="col">Canário</th>
            <th scope="col">Situação</th>
            <th scope="col">Dono</th>
          </tr>
        </thead>
        <tbody>
          {remoteNames(live).flatMap((name) =>
            channelsOf(live, name).map((row) => {
              const isChosen = name === chosen?.remote && row.channel === chosen.channel
              return (
                <tr key={`${name} ${row.channel}`} className={isChosen ? 'console-row--chosen' : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="console-link"
                      aria-pressed={isChosen}
                      onClick={() => onChoose({ remote: name, channel: row.channel })}
                    >
                      {name}
                    </button>
                  </th>
                  <td>{row.channel}</td>
                  <td>{row.version}</td>
                  <td>{row.canary}</td>
                  <td>{row.state}</td>
                  <td>{ownerOf(live, name)}</td>
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </ScrollBox>
  </Card>
)

const ownerOf = ({ artifacts, built }: Live, remote: string): string =>
  [...artifacts, ...built].findLast(({ name }) => name === remote)?.owner ?? ''

const channelsOf = ({ pointers, built }: Live, remote: string) => {
  const asBuilt = built.find(({ name }) => name === remote)
  const version = asBuilt ? `${asBuilt.version} (do build)` : 'nenhuma'
  const rows = pointers.filter((pointer) => pointer.remote === remote)
  return rows.length === 0
    ? [{ channel: DEFAULT_CHANNEL, version, canary: '–', state: asBuilt ? 'do build' : 'nunca promovida' }]
    : rows.map((pointer) => ({
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
