import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

/** A token for the portal's pages. The secret stays on the server. Java 11 or newer, without a library. */
public class Token {
  private static final Pattern ACCESS_TOKEN = Pattern.compile("\"access_token\"\\s*:\\s*\"([^\"]+)\"");
  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  static String fetchAtalaiaToken() throws Exception {
    var client = System.getenv("CLIENT_ID") + ":" + System.getenv("CLIENT_SECRET");
    var request = HttpRequest.newBuilder(URI.create(System.getenv("ATALAIA") + "/api/oauth/token"))
        .timeout(Duration.ofSeconds(10))
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(client.getBytes("UTF-8")))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials&scope=leaks:read+emails:add"))
        .build();
    var answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    var token = ACCESS_TOKEN.matcher(answer.body());
    if (answer.statusCode() != 200 || !token.find()) {
      throw new IllegalStateException("Atalaia: " + answer.statusCode() + " " + answer.body());
    }
    return token.group(1);
  }

  static boolean isOwnPage(String method, String secFetchSite) {
    return "POST".equals(method) && "same-origin".equals(secFetchSite);
  }

  public static void main(String[] args) throws Exception {
    // In your portal: the answer to POST /atalaia-token of who is signed in, as text/plain with Cache-Control: no-store,
    // and 403 to all who are not your own pages. The request is that of a CGI program here.
    if (isOwnPage(System.getenv("REQUEST_METHOD"), System.getenv("HTTP_SEC_FETCH_SITE"))) {
      System.out.print(fetchAtalaiaToken());
    }
  }
}
