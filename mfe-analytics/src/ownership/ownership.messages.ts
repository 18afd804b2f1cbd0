// Texts about an address that waits for the yes of its mailbox, as ICU messages.

export const ownership = {
  prove: 'Provar',
  proveWhat: 'Provar {address}',
  text: 'Até que a própria caixa diga sim, nada deste endereço é mostrado. Mandamos um código a ela; quem a lê passa o código a você.',
  domain: 'Ou prove o domínio inteiro, em Domínios.',
  close: 'Fechar',
} as const
