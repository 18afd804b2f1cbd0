// Texts of the page of domains, as ICU messages.

export const domains = {
  loading: 'Carregando domínios',
  lead: 'Prove que um domínio é da sua organização, e todos os endereços dele que vazaram aparecem no painel, também os que ninguém adicionou.',
  unchecked:
    'Nesta instalação privada a propriedade dos endereços não é verificada: um endereço adicionado é monitorado sem prova.',
  checked: 'Um endereço adicionado aguarda até que o domínio dele esteja provado ou a própria caixa diga sim.',
  'add.title': 'Adicionar um domínio',
  'add.field': 'Domínio',
  'add.hint': 'Como empresa.com.br, sem http nem barra. Um subdomínio é um domínio à parte.',
  'add.send': 'Adicionar domínio',
  'add.empty': 'Informe um domínio.',
  list: 'Seus domínios',
  'empty.title': 'Nenhum domínio ainda',
  'empty.text': 'Com um domínio provado você vê todos os endereços dele, sem digitar um a um.',
  readOnly: 'Só quem administra a organização adiciona, prova e remove domínios.',

  'state.esperando': 'Aguardando prova',
  'state.provado': 'Provado',
  'state.perdido': 'Prova perdida',
  'by.dns': 'por DNS',
  'by.arquivo': 'por arquivo no site',
  'by.email': 'por email',
  proved: 'Provado em',
  checkedAt: 'Última verificação',
  next: 'Próxima verificação',
  'next.none': 'só quando você pedir',
  addresses: 'Endereços do domínio',
  'addresses.none': 'nenhum antes da prova',
  'addresses.see': 'Ver {count, plural, =1 {# endereço} other {# endereços}}',

  verify: 'Verificar agora',
  verifying: 'Verificando…',
  found: '{domain} está provado.',
  'missing.ausente':
    'Não encontramos a prova. Uma zona de DNS leva de minutos a dois dias para mostrar um registro novo; tentamos de novo sozinhos.',
  'missing.diferente':
    'Encontramos um texto nosso, mas não o deste domínio e desta organização. Confira se ele foi copiado inteiro.',
  'missing.sem-resposta': 'Nem os servidores de nomes nem o site responderam. Tentamos de novo sozinhos.',
  'missing.proved':
    'A última verificação não achou a prova. Publique-a de novo: depois de três dias sem ela (14 sem resposta) os endereços somem do painel.',
  'missing.lost': 'Os endereços que vieram com o domínio não aparecem mais. Eles voltam quando a prova voltar.',

  how: 'Como provar {domain}',
  'how.one': 'Uma destas três formas basta.',
  'dns.title': '1. Registro TXT no DNS',
  'dns.text':
    'No painel do seu provedor de DNS, crie um registro do tipo TXT com este nome e este valor. O mesmo valor na raiz do domínio também vale.',
  'dns.name': 'Nome do registro',
  'dns.value': 'Valor',
  'dns.look': 'Para ver o que o mundo vê',
  'file.title': '2. Arquivo no site',
  'file.text': 'Publique por https, sem redirecionamento, um arquivo de texto neste endereço com esta linha.',
  'file.place': 'Endereço do arquivo',
  'file.line': 'Linha do arquivo',
  'mail.title': '3. Email a quem cuida do domínio',
  'mail.text': 'Mandamos um código a uma destas caixas. Quem a lê passa o código a você. Esta prova vale por um ano.',
  'mail.box': 'Caixa',

  remove: 'Remover',
  removeWhat: 'Remover {domain}',
  'remove.title': 'Remover {domain}?',
  'remove.text':
    'Os endereços que vieram com ele deixam de ser monitorados e somem do painel. Os que alguém adicionou ficam; onde a propriedade é verificada, voltam a aguardar.',
  'remove.do': 'Remover domínio',
  removed: '{domain} foi removido.',
  added: '{domain} foi adicionado. Agora prove que ele é seu.',
} as const
