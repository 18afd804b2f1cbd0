import { createServer, Packet } from 'dns2'

export type Zone = { records: Readonly<Record<string, readonly string[]>>; isFailing?: boolean }

export const startNameServer = async (zone: Zone) => {
  const server = createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = question?.name.toLowerCase() ?? ''
      if (zone.isFailing === true) response.header.rcode = Packet.RCODE.SERVFAIL
      for (const data of zone.records[name] ?? [])
        response.answers.push(Object.assign(new Packet.Resource(name, Packet.TYPE.TXT, Packet.CLASS.IN, 60), { data }))
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  return { address: `127.0.0.1:${udp?.port ?? 0}`, close: () => server.close() }
}
