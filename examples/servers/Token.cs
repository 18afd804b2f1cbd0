using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

// A token for the portal's pages. The secret stays on the server. .NET 8 or newer, in Program.cs of an ASP.NET Core portal.
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddHttpClient();
var app = builder.Build();
string Setting(string name) => app.Configuration[name] ?? throw new InvalidOperationException($"{name} is not set");

// In your portal: .RequireAuthorization(), so that only who is signed in gets a token.
app.MapPost("/atalaia-token", async (HttpContext context, IHttpClientFactory clients) =>
{
    if (context.Request.Headers["Sec-Fetch-Site"] != "same-origin") return Results.StatusCode(403);
    var client = Encoding.UTF8.GetBytes($"{Setting("CLIENT_ID")}:{Setting("CLIENT_SECRET")}");
    using var request = new HttpRequestMessage(HttpMethod.Post, $"{Setting("ATALAIA")}/api/oauth/token")
    {
        Headers = { Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(client)) },
        Content = new FormUrlEncodedContent(new Dictionary<string, string>
        {
            ["grant_type"] = "client_credentials",
            ["scope"] = "leaks:read emails:add",
        }),
    };
    using var answer = await clients.CreateClient().SendAsync(request);
    if (!answer.IsSuccessStatusCode) return Results.StatusCode(502);
    using var body = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
    context.Response.Headers.CacheControl = "no-store";
    return Results.Text(body.RootElement.GetProperty("access_token").GetString());
});
app.Run();
