import type { OrderName } from '@atalaia/artifact/rows'
import { Button, Card, ScrollBox, useLoaded } from '@atalaia/ui'
import { useState } from 'react'
import { answerOf } from '../gateway/answer-of.ts'
import type { Live } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { timeText } from '../texts.ts'
import type { Promoting } from '../promote/promote-dialog.tsx'
import { BrowserVerdict, StandingButton } from './browser-verdict.tsx'
import { DifferenceView } from './difference-view.tsx'
import { PreviewLink } from './preview-link.tsx'

type VersionsCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  may(order: OrderName): boolean
  promote(promoting: Promoting): void
}

const SHOWN = 20

/** The versions that were published, the newest first, what each changes, and the orders to promote it. */
export const VersionsCard = ({ gateway, remote, channel, live, may, promote }: VersionsCardProps) => {
  const [compared, setCompared] = useState<string>()
  const [shown, setShown] = useState<string>()
  const versions = live.artifacts.filter(({ name, prunedAt }) => name === remote && prunedAt === null).toReversed()
  // A gateway that knows no verdicts has none.
  const { value: said } = useLoaded(may('history') ? remote : undefined, () => answerOf(() => gateway.verdicts(remote)))
  const verdictOn = (version: string | undefined) => said?.verdicts.find(({ verdict }) => verdict.version === version)
  const [opened, setOpened] = useState<string>()
  const openedRow = verdictOn(opened)
  const pointer = live.pointers.find((one) => one.remote === remote && one.channel === channel)
  return (
    <Card title="Versões">
      {versions.length === 0 && <p className="ui-muted">Nada foi publicado ainda.</p>}
      {versions.length > 0 && (
        <ScrollBox label={`Versões de ${remote}`}>
          <table className="ui-table console-table">
            <thead>
              <tr>
                <th scope="col">Versão</th>
                <th scope="col">Quem recebe</th>
                <th scope="col">No navegador</th>
                <th scope="col">Ações</th>
                <th scope="col">Publicada</th>
                <th scope="col">Por</th>
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
                          <Button
                            size="small"
                            onClick={() =>
                              promote({
                                version,
                                isHeld: isCanary && pointer.held !== null,
                                current: pointer?.version ?? null,
                              })
                            }
                          >
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
                    <td>{timeText(one.publishedAt)}</td>
                    <td>{one.publishedBy}</td>
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
