import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Scanner;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/** Asks for each target that stands on a line of standard input, in hexadecimal digits: Ask LIBRARY ORIGIN. */
class Ask {
    interface Get {
        void get(String url) throws IOException, InterruptedException;
    }

    public static void main(String[] args) throws InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        Get platform = url -> client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding());
        OkHttpClient ok = new OkHttpClient();
        Get okHttp = url -> ok.newCall(new Request.Builder().url(url).build()).execute().close();
        Get get = args[0].equals("OkHttp") ? okHttp : platform;
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); ) {
            byte[] target = HexFormat.of().parseHex(lines.nextLine());
            try {
                get.get(args[1] + new String(target, StandardCharsets.UTF_8));
            } catch (IOException | IllegalArgumentException error) {
                System.err.println(error);
            }
        }
        System.exit(0);
    }
}
