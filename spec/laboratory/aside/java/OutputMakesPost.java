import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

public class OutputMakesPost {
    public static void main(String[] args) throws Exception {
        String filter = "{\"status\":\"done\",\"limit\":20}";
        URI uri = URI.create(Signing.BASE_URL + "/v1/jobs/search");
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setRequestMethod("GET");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Authorization", Signing.authorize("GET", "/v1/jobs/search", filter));
        connection.getOutputStream().write(filter.getBytes(StandardCharsets.UTF_8));
        System.out.println(connection.getResponseCode());
    }
}
