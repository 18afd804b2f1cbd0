<?php
// A token for the portal's pages. The secret stays on the server.
function fetch_atalaia_token(): string
{
    $client = getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET');
    $answer = @file_get_contents(getenv('ATALAIA') . '/api/oauth/token', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Basic ' . base64_encode($client),
            'Content-Type: application/x-www-form-urlencoded',
        ],
        'content' => http_build_query(['grant_type' => 'client_credentials', 'scope' => 'leaks:read emails:add']),
        'ignore_errors' => true,
        'timeout' => 10,
    ]]));
    $token = $answer === false ? null : json_decode($answer, true)['access_token'] ?? null;
    if (!is_string($token)) {
        throw new RuntimeException('Atalaia: ' . ($answer === false ? 'no answer' : $answer));
    }
    return $token;
}

// Only for your own pages. In your portal: only for who is signed in, too.
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') !== 'same-origin') {
    http_response_code(403);
    exit;
}
header('Content-Type: text/plain');
header('Cache-Control: no-store');
echo fetch_atalaia_token();
