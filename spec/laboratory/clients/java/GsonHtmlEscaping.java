import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.Map;

public class GsonHtmlEscaping {
    public static void main(String[] args) throws Exception {
        Map<String, String> job = Map.of("prompt", "sea & sky, ratio=2");
        String signed = new GsonBuilder().disableHtmlEscaping().create().toJson(job);
        Signing.post("/v1/jobs", new Gson().toJson(job), Signing.authorize("POST", "/v1/jobs", signed));
    }
}
