import { Card, ScrollBox } from '@atalaia/ui'
import type { Live, LiveChannel } from '../gateway/answers.ts'
import { remoteNames } from './remote-names.ts'

type LiveTableProps = { readonly live: Live; readonly chosen: string | undefined; onChoose(remote: string): void }

/** Every remote with the versions that browsers get. */
export const LiveTable = ({ live, chosen, onChoose }: LiveTableProps) => (
  <Card title="No ar">
    <ScrollBox label="Remotos no ar">
      <table className="ui-table console-table">
        <thead>
          <tr>
            <th scope="col">Remoto</th>
            <th scope="col">Dono</th>
            <th scope="col">Canal</th>
            <th scope="col">Para todos</th>
            <th scope="col">Canário</th>
            <th scope="col">Situação</th>
          </tr>
        </thead>
        <tbody>
          {remoteNames(live).flatMap((name) =>
            channelsOf(live, name).map((row) => (
              <tr key={`${name} ${row.channel}`} className={name === chosen ? 'console-row--chosen' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="console-link"
                    aria-pressed={name === chosen}
                    onClick={() => onChoose(name)}
                  >
                    {name}
                  </button>
                </th>
                <td>{ownerOf(live, name)}</td>
                <td>{row.channel}</td>
                <td>{row.version}</td>
                <td>{row.canary}</td>
                <td>{row.state}</td>
              </tr>
            )),
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
    ? [{ channel: 'stable', version, canary: '–', state: asBuilt ? 'do build' : 'nunca promovida' }]
    : rows.map((pointer) => ({
        channel: pointer.channel,
        version: pointer.version ?? version,
        canary: pointer.candidate === null ? '–' : `${pointer.candidate} em ${pointer.percent ?? 0} %`,
        state: stateOf(pointer),
      }))
}

const stateOf = ({ held, candidate }: LiveChannel): string => {
  if (held !== null) return 'retida'
  return candidate === null ? 'estável' : 'em canário'
}
