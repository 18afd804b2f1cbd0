import type { OrderName } from '@atalaia/artifact/rows'
import { Button, Card, ScrollBox } from '@atalaia/ui'
import { useCallback, useState } from 'react'
import type { Live, Published } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { useLoaded } from '../gateway/use-loaded.ts'
import { timeText } from '../texts.ts'
import type { Question, Share } from './ask.tsx'
import { BrowserVerdict, StandingButton } from './browser-verdict.tsx'
import { DifferenceView } from './difference-view.tsx'
import { PreviewLink } from './preview-link.tsx'

type VersionsCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  may(order: OrderName): boolean
  ask(question: Question): void
}

const SHARES: readonly Share[] = [
  { label: 'Em passos de 1, 10, 50 e 100 %, a cada 10 minutos', steps: [1, 10, 50, 100], every: 600_000 },
  { label: '10 % dos navegadores', percent: 10 },
  { label: 'Todos', percent: 100 },
]
const SHOWN = 20

/** The versions that were published, the newest first, what each changes, and the orders to promote it. */
export const VersionsCard = ({ gateway, remote, channel, live, may, ask }: VersionsCardProps) => {
  const [compared, setCompared] = useState<string>()
  const [shown, setShown] = useState<string>()
  const versions = live.artifacts.filter(({ name, prunedAt }) => name === remote && prunedAt === null).toReversed()
  const loadVerdicts = useCallback(() => gateway.verdicts(remote), [gateway, remote])
  // A gateway that knows no verdicts has none.
  const { value: said } = useLoaded(loadVerdicts)
  const verdictOn = (version: string | undefined) => said?.verdicts.find(({ verdict }) => verdict.version === version)
  const [opened, setOpened] = useState<string>()
  const openedRow = verdictOn(opened)
  const pointer = live.pointers.find((one) => one.remote === remote && one.channel === channel)
  const promote = ({ version }: Published, isHeld: boolean) =>
    ask({
      title: `Promover ${remote} ${version}?`,
      text: isHeld
        ? 'O canário está retido. Promover mesmo assim pede um motivo, que fica no histórico.'
        : `No canal ${channel} todos recebem ${pointer?.version ?? 'a versão do build'}.`,
      confirm: 'Promover',
      overrules: isHeld,
      shares: SHARES,
      check: () => gateway.check(remote, version, channel),
      act: async ({ why, share, force }) => {
        if (!share) return
        const { label: _label, ...rest } = share
        await gateway.promote(remote, { version, channel, why, force, ...rest })
      },
    })
  return (
    <Card title="Versões">
      {versions.length === 0 && <p className="ui-muted">Nada foi publicado ainda.</p>}
      {versions.length > 0 && (
        <ScrollBox label={`Versões de ${remote}`}>
          <table className="ui-table console-table">
            <thead>
              <tr>
                <th scope="col">Versão</th>
                <th scope="col">Publicada</th>
                <th scope="col">Por</th>
                <th scope="col">Quem recebe</th>
                <th scope="col">No navegador</th>
                <th scope="col">Ações</th>
              </tr>
            </thead>
            <tbody>
              {versions.slice(0, SHOWN).map((one) => {
                const { version } = one
                const isLive = pointer?.version === version
                const isCanary = pointer?.candidate === version
                return (
                  <tr key={version}>
                    <th scope="row">{version}</th>
                    <td>{timeText(one.publishedAt)}</td>
                    <td>{one.publishedBy}</td>
                    <td>{isLive ? 'todos' : isCanary ? `${pointer.percent ?? 0} %` : 'ninguém'}</td>
                    <td>
                      <StandingButton
                        row={verdictOn(version)}
                        open={opened === version}
                        onToggle={() => setOpened(opened === version ? undefined : version)}
                      />
                    </td>
                    <td>
                      <div className="console-actions">
                        {!isLive && may('promote') && (
                          <Button size="small" onClick={() => promote(one, isCanary && pointer.held !== null)}>
                            Promover {version}
                          </Button>
                        )}
                        {!isLive && pointer?.version && (
                          <Button
                            size="small"
                            variant="ghost"
                            aria-expanded={compared === version}
                            onClick={() => setCompared(compared === version ? undefined : version)}
                          >
                            Comparar {version}
                          </Button>
                        )}
                        {may('preview') && (
                          <Button size="small" variant="ghost" onClick={() => setShown(version)}>
                            Prévia de {version}
                          </Button>
                        )}
                      </div>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {openedRow && <BrowserVerdict row={openedRow} />}
      {compared !== undefined && pointer?.version && (
        <DifferenceView gateway={gateway} remote={remote} from={pointer.version} to={compared} />
      )}
      {shown !== undefined && (
        <PreviewLink gateway={gateway} remote={remote} version={shown} onClose={() => setShown(undefined)} />
      )}
    </Card>
  )
}
