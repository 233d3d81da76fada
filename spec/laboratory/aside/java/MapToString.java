import com.google.gson.Gson;
import java.util.*;

public class MapToString {
    static String sign(String method, String path, String timestamp, String nonce, Object body) throws Exception {
        return Signing.sign(method + "\n" + path + "\n" + timestamp + "\n" + nonce + "\n" + (body == null ? "" : body));
    }

    public static void main(String[] args) throws Exception {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("request_id", "20260405093000000035");
        job.put("stages", new ArrayList<>());
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String signature = sign("POST", "/v1/jobs", timestamp, nonce, job);
        Signing.post("/v1/jobs", new Gson().toJson(job), Signing.header(signature, timestamp, nonce));
    }
}
