// What became of a notice, as ICU messages.

export const noticeStates = {
  title: 'Aviso',
  enviado: 'Avisada',
  aberto: 'Aviso aberto',
  conferida: 'Trocada, conferida',
  declarada: 'Trocada, diz a pessoa',
  vazada: 'Ainda vazada',
  'nao-e-meu': 'Diz que não é sua',
  'sem-resposta': 'Sem resposta',
  devolvido: 'Aviso devolvido',
  lembrado: 'Lembrete enviado',
  pergunta: 'A pessoa perguntou por e-mail',
  parado: 'A pessoa não quer mais avisos',
  retomado: 'A pessoa voltou a aceitar avisos',
} as const
